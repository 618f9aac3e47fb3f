/** The steps of the guided tutorial. */

/** Where a step or a hint points to. */
export type Target = {
  /** A `data-tutorial` name or CSS selectors. The first visible match is used. */
  target?: string
  /** The sheet that contains the target on screens without a sidebar. There, the button that opens the sheet is the target instead. */
  behind?: 'month' | 'tools'
}

export type TutorialStep = Target & {
  id: string
  title: string
  description: string
  /** The side of the target on which the step appears, space permitting. */
  position: 'right' | 'bottom' | 'left'
  /**
   * Whether the step frames its target and keeps the rest of the page dark. Without a target on screen, such a step is skipped. Other steps
   * are always shown, centered.
   */
  highlight: boolean
}

export const marked = (name: string): string => `[data-tutorial="${name}"]`

export const STEPS: readonly TutorialStep[] = [
  {
    id: 'welcome',
    title: 'Welcome to Firstbell',
    description: 'Lesson Planning Made Simple. This tour takes a minute, and you can leave anytime.',
    position: 'bottom',
    highlight: false,
  },
  {
    id: 'calendar',
    title: 'Calendar and Navigation',
    description: 'Pick a day to see its week. At the top of the page, the arrows change weeks, and Today brings you back.',
    target: marked('calendar'),
    behind: 'month',
    position: 'right',
    highlight: true,
  },
  {
    id: 'marks',
    title: 'Blockouts and Notes',
    description: 'Block out the selected day, or add a note. Blocked lessons are hidden, never lost.',
    target: marked('marks'),
    behind: 'month',
    position: 'right',
    highlight: true,
  },
  {
    id: 'manage-marks',
    title: 'Manage Blockouts',
    description: 'Add a whole break at once, and see every date in one list.',
    target: marked('manage-marks'),
    behind: 'month',
    position: 'right',
    highlight: true,
  },
  {
    id: 'time-blocks',
    title: 'Time Blocks',
    description: 'Add a lesson here. Press one to edit it, or drag it to move it.',
    target: `[data-add-block], ${marked('time-blocks')}`,
    position: 'bottom',
    highlight: true,
  },
  {
    id: 'templates',
    title: 'Templates',
    description: 'Set up a day or a week once, then apply it whenever you need it.',
    target: marked('templates'),
    behind: 'tools',
    position: 'bottom',
    highlight: true,
  },
  {
    id: 'settings',
    title: 'User Settings',
    description: 'Your profile, preferences, and keyboard shortcuts are here.',
    target: marked('settings'),
    position: 'left',
    highlight: true,
  },
  {
    id: 'sub-plans',
    title: 'Substitute Plans',
    description: 'Out sick? Pick your days, then print a sub plan or save it as a PDF.',
    target: marked('sub-plans'),
    behind: 'month',
    position: 'right',
    highlight: true,
  },
  {
    id: 'complete',
    title: 'You’re All Set',
    description: 'Add your first lesson whenever you’re ready. Preferences has this tour, too.',
    position: 'bottom',
    highlight: false,
  },
]

export const onScreen = (selector: string): Element | undefined =>
  [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0)

/** Returns the step's target, or the button that opens its sheet, or undefined if neither is visible. */
export const targetOf = ({ target, behind }: Target): Element | undefined =>
  target ? (onScreen(target) ?? (behind && onScreen(`[data-opens="${behind}"]`))) : undefined

/** Returns the steps that can be shown on the current screen, in order. */
export const stepsOnScreen = (): readonly TutorialStep[] => STEPS.filter((step) => !step.highlight || targetOf(step))
