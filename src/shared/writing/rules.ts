/** How long a prompt may be, in characters. */
export const MAX_PROMPT = 4_000
/** The same of the custom instructions. */
export const MAX_INSTRUCTIONS = 2_000

/** How many prompts a teacher keeps, and how long each may be. */
export const MAX_STORED_PROMPTS = 12
export const MAX_PROMPT_NAME = 40
export const MAX_STORED_TEXT = 500

/** Roughly how many tokens a text has. */
export const estimatedTokens = (text: string): number => Math.ceil(text.length / 4)
