/** The steps of the guided tutorial. */

export type TutorialStep = {
  id: string
  title: string
  description: string
  /**
   * The step's target: a `data-tutorial` name or CSS selectors. The first visible match is used. If no match is visible or in a sheet (see
   * `behind`), the step is skipped. Without a target, the step is always shown, centered.
   */
  target?: string
  /**
   * The sheet that contains the target on screens without a sidebar. On those screens, the button that opens the sheet is highlighted
   * instead.
   */
  behind?: 'month' | 'tools'
  /** The side of the target on which the step appears, space permitting. */
  position: 'right' | 'bottom' | 'left'
}

const marked = (name: string): string => `[data-tutorial="${name}"]`

export const STEPS: readonly TutorialStep[] = [
  {
    id: 'welcome',
    title: 'Welcome to Firstbell',
    description: 'Lesson Planning Made Simple. This one-minute tour shows you around. You can leave anytime.',
    position: 'bottom',
  },
  {
    id: 'calendar',
    title: 'Calendar and Navigation',
    description:
      'Pick a day to see its week. Use the arrows to move back and forward, or Today to return. To find any lesson, use Search at the top.',
    target: marked('calendar'),
    behind: 'month',
    position: 'right',
  },
  {
    id: 'marks',
    title: 'Blockouts and Notes',
    description:
      'Block out the selected day, or add a note to it. You can also right-click or press and hold any day. Lessons on a blocked day are hidden, never lost.',
    target: marked('marks'),
    behind: 'month',
    position: 'right',
  },
  {
    id: 'manage-marks',
    title: 'Manage Blockouts',
    description: 'Add a whole break at once, and see every blocked date and note in one list.',
    target: marked('manage-marks'),
    behind: 'month',
    position: 'right',
  },
  {
    id: 'time-blocks',
    title: 'Time Blocks',
    description: 'Add what you teach, and when. Select a lesson to edit it, or drag it to move it. You can undo any change.',
    target: `[data-add-block], ${marked('time-blocks')}`,
    position: 'bottom',
  },
  {
    id: 'templates',
    title: 'Templates',
    description: 'Set up your bell schedule once. Then apply it to any day or week, or repeat it until a date you choose.',
    target: marked('templates'),
    behind: 'tools',
    position: 'bottom',
  },
  {
    id: 'settings',
    title: 'User Settings',
    description: 'Your account menu has your profile, password, preferences, and keyboard shortcuts.',
    target: marked('settings'),
    position: 'left',
  },
  {
    id: 'sub-plans',
    title: 'Substitute Plans',
    description: 'Out sick? Pick your days, see what’s missing, and print a sub plan or save it as a PDF.',
    target: marked('sub-plans'),
    behind: 'month',
    position: 'right',
  },
  {
    id: 'complete',
    title: 'You’re All Set',
    description: 'Add your first lesson whenever you’re ready. To take this tour again, open Preferences in your account menu.',
    position: 'bottom',
  },
]

const onScreen = (selector: string): Element | undefined =>
  [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0)

/** Returns the step's target, or the button that opens its sheet, or undefined if neither is visible. */
export const targetOf = ({ target, behind }: TutorialStep): Element | undefined =>
  target ? (onScreen(target) ?? (behind && onScreen(`[data-opens="${behind}"]`))) : undefined

/** Returns the steps that can be shown on the current screen, in order. */
export const stepsOnScreen = (): readonly TutorialStep[] => STEPS.filter((step) => !step.target || targetOf(step))
