/** How long a prompt may be, in characters. */
export const MAX_PROMPT = 4_000
/** The same of the custom instructions. */
export const MAX_INSTRUCTIONS = 2_000

/** Roughly how many tokens a text has. */
export const estimatedTokens = (text: string): number => Math.ceil(text.length / 4)
