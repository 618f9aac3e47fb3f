/** The names of stored drafts: the day and the ID of the time block. */

const DATE_LENGTH = 'yyyy-MM-dd'.length

export const nameOf = ({ date, blockId }: { date: string; blockId: string }): string => `${date}:${blockId}`
export const dateOf = (name: string): string => name.slice(0, DATE_LENGTH)
export const blockIdOf = (name: string): string => name.slice(DATE_LENGTH + 1)
