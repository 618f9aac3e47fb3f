/** The steps of the guided tutorial. */

/** Where a step or a hint points to. */
export type Target = {
  /** CSS selectors, best first. The first visible match is used. */
  target?: string | readonly string[]
  /** The sheet that contains the target on screens without a sidebar. There, the button that opens the sheet is the target instead. */
  behind?: 'month' | 'tools'
}

export type TutorialStep = Target & {
  id: string
  title: string
  description: string
  /** The description on small screens, if what it explains is elsewhere there. */
  onSmall?: string
  /** CSS selectors of what the description explains besides the target, best first. All visible matches of one selector share a frame. */
  also?: readonly string[]
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
    onSmall: 'Pick a day to see its week. The arrows beside the days change weeks.',
    also: ['.day-strip', marked('steps')],
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

export const allOnScreen = (selector: string): Element[] =>
  [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0)
export const onScreen = (selector: string): Element | undefined => allOnScreen(selector)[0]

/** Returns the selectors of the target and of the button that opens its sheet, best first. */
export const selectorsOf = ({ target = [], behind }: Target): readonly string[] => [target, behind ? `[data-opens="${behind}"]` : []].flat()

/** Returns the step's target, or the button that opens its sheet, or undefined if neither is visible. */
export const targetOf = (target: Target): Element | undefined => {
  for (const selector of selectorsOf(target)) {
    const found = onScreen(selector)
    if (found) return found
  }
  return undefined
}

/** Returns the steps that can be shown on the current screen, in order. */
export const stepsOnScreen = (): readonly TutorialStep[] => STEPS.filter((step) => !step.highlight || targetOf(step))
