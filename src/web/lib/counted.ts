// `toLocaleString` would create a formatter for each call.
const NUMBERS = new Intl.NumberFormat('en-US')

/** Returns a number of things in words, such as '1 lesson' or '4,000 lessons'. `one` is the word for one thing; its plural ends in s. */
export const counted = (count: number, one: string): string => `${NUMBERS.format(count)} ${one}${count === 1 ? '' : 's'}`
