/** The steps of the guided tutorial. */

export type TutorialStep = {
  id: string
  title: string
  description: string
  /**
   * The step's target: a `data-tutorial` name or CSS selectors. The first match on screen is used. If no match is on screen or in a
   * sheet (see `behind`), the step is skipped. Without a target, the step is always shown, centered.
   */
  target?: string
  /** The sheet that contains the target on screens without a sidebar. The button that opens it is highlighted instead. */
  behind?: 'month' | 'tools'
  /** The side of the target on which the step appears, if there is room. */
  position: 'right' | 'bottom' | 'left'
}

const marked = (name: string): string => `[data-tutorial="${name}"]`

export const STEPS: readonly TutorialStep[] = [
  {
    id: 'welcome',
    title: 'Welcome to Firstbell',
    description: 'Lesson Planning Made Simple. This tour shows you where things are; it takes a minute, and you can leave it at any time.',
    position: 'bottom',
  },
  {
    id: 'calendar',
    title: 'Calendar and Navigation',
    description:
      'Choose a day in the calendar to see its week. The arrows above your lessons go back and forward, and Today brings you back. Search Lessons, behind your name, finds a lesson of any year by its words.',
    target: marked('calendar'),
    behind: 'month',
    position: 'right',
  },
  {
    id: 'marks',
    title: 'Blockouts and Notes',
    description:
      'Make the chosen day non-instructional, or leave a note on it. A right click or a long press on any day does the same. Lessons on a blocked day are hidden, never lost.',
    target: marked('marks'),
    behind: 'month',
    position: 'right',
  },
  {
    id: 'manage-marks',
    title: 'Manage Blockouts',
    description: 'Enter a whole break at once, and see every blocked date and every note in one list.',
    target: marked('manage-marks'),
    behind: 'month',
    position: 'right',
  },
  {
    id: 'time-blocks',
    title: 'Time Blocks',
    description:
      'Add what you teach, from when to when, with its plan. Press a block to change it, or drag it elsewhere. Every change can be undone.',
    target: `[data-add-block], ${marked('time-blocks')}`,
    position: 'bottom',
  },
  {
    id: 'templates',
    title: 'Templates',
    description: 'Type your bell schedule once. Put a day or a week on any other, or repeat it until a date.',
    target: marked('templates'),
    behind: 'tools',
    position: 'bottom',
  },
  {
    id: 'settings',
    title: 'User Settings',
    description: 'Behind your name: your profile and password, preferences such as theme and time format, and all keyboard shortcuts.',
    target: marked('settings'),
    position: 'left',
  },
  {
    id: 'sub-plans',
    title: 'Substitute Plans',
    description:
      'Sick? Choose the dates and print what your substitute needs, or mail it to the office. You see what is still missing first.',
    target: marked('sub-plans'),
    behind: 'month',
    position: 'right',
  },
  {
    id: 'complete',
    title: 'You Are All Set',
    description:
      'Add your first time block whenever you like; Print puts your week on paper. Preferences, behind your name, shows this tour again.',
    position: 'bottom',
  },
]

const onScreen = (selector: string): Element | undefined =>
  [...document.querySelectorAll(selector)].find((element) => element.getClientRects().length > 0)

/** Returns the step's target, or the button that opens its sheet; undefined if neither is on screen. */
export const targetOf = ({ target, behind }: TutorialStep): Element | undefined =>
  target ? (onScreen(target) ?? (behind && onScreen(`[data-opens="${behind}"]`))) : undefined

/** Returns the steps that can be shown on the current screen, in order. */
export const stepsOnScreen = (): readonly TutorialStep[] => STEPS.filter((step) => !step.target || targetOf(step))
