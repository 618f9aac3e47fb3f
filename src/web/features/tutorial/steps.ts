/** The guided tutorial, step by step. */

export type TutorialStep = {
  id: string
  title: string
  description: string
  /**
   * What the step is about: elements that carry this name in `data-tutorial` (or these CSS selectors); the first one on
   * screen is meant. A step whose target is nowhere, and behind nothing, is left out. None: the step stands for itself.
   */
  target?: string
  /** The sheet that holds the target where there is no room for a sidebar: its button is meant then. */
  behind?: 'month' | 'tools'
  /** On which side of its target the step stands, where there is room. */
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

/** The element a step is about, or the button that leads to it, if one is on screen at all. */
export const targetOf = ({ target, behind }: TutorialStep): Element | undefined =>
  target ? (onScreen(target) ?? (behind && onScreen(`[data-opens="${behind}"]`))) : undefined

/** The steps that the screen has a place for now, in order. */
export const stepsOnScreen = (): readonly TutorialStep[] => STEPS.filter((step) => !step.target || targetOf(step))
