/** Shown while the days of a range load, so that a panel doesn't promise the result of other days. */
export const CHECKING = 'Checking your days…'

/** The problem if they can't be loaded. */
export const NOT_LOADED = 'Load your lessons first.'

type Outline = { data: unknown; error: unknown; isPlaceholderData: boolean }

/** Returns whether the days of the chosen range aren't there yet. `data` may be that of the previous range. */
export const isLoadingDays = ({ data, error, isPlaceholderData }: Outline): boolean =>
  isPlaceholderData || (data === undefined && error === null)
