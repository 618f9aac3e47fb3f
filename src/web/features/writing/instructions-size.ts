import { estimatedTokens, MAX_INSTRUCTIONS } from '#shared/writing/rules.ts'

/** Returns the length of the custom instructions as text. */
export const instructionsSize = (text: string): string =>
  `${text.length.toLocaleString('en-US')} of ${MAX_INSTRUCTIONS.toLocaleString('en-US')} characters, about ${estimatedTokens(text).toLocaleString('en-US')} tokens`
