/** Returns a number of things in words, such as '1 lesson' or '4,000 lessons'. `one` is the word for one thing; its plural ends in s. */
export const counted = (count: number, one: string): string => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`
