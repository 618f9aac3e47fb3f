/** Maximum characters of a prompt. */
export const MAX_PROMPT = 4_000
/** Maximum characters of the custom instructions. */
export const MAX_INSTRUCTIONS = 2_000

/** Maximum number of saved prompts, and maximum characters of their names and texts. */
export const MAX_STORED_PROMPTS = 12
export const MAX_PROMPT_NAME = 40
export const MAX_STORED_TEXT = 500

/** A rough token count for a text. */
export const estimatedTokens = (text: string): number => Math.ceil(text.length / 4)
