import { MAX } from '#shared/limits.ts'

/** A rough token count for a text. */
const estimatedTokens = (text: string): number => Math.ceil(text.length / 4)

/** Returns the length of the custom instructions as text. */
export const instructionsSize = (text: string): string =>
  `${text.length.toLocaleString('en-US')} of ${MAX.instructions.toLocaleString('en-US')} characters, about ${estimatedTokens(text).toLocaleString('en-US')} tokens`
