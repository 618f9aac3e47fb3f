import { MAX } from '#shared/limits.ts'

/** Estimates the token count of a string at four characters per token. */
const estimatedTokens = (text: string): number => Math.ceil(text.length / 4)

/** Returns the size of the custom instructions as a label, in characters and tokens. */
export const instructionsSize = (text: string): string =>
  `${text.length.toLocaleString('en-US')} of ${MAX.instructions.toLocaleString('en-US')} characters, about ${estimatedTokens(text).toLocaleString('en-US')} tokens`
