/** The interface to an AI provider. The real implementation uses OpenAI's protocol (open-ai.ts). */

/** How to connect to the provider. */
export type AiSettings = { baseUrl: string; apiKey: string; model: string }

export type AiMessage = { role: 'system' | 'user'; text: string }

/**
 * A piece of a response, or of the reasoning that some models send before the response. The last piece has the total number of tokens sent
 * and received.
 */
export type AiPiece = { kind: 'text' | 'thought'; text: string } | { kind: 'used'; tokens: number }

export type Ai = {
  /** The provider's host, used as its display name. */
  readonly host: string
  /**
   * Streams a response. Throws {@link AiFailed} after 30 seconds of silence (before the first token or between two tokens), or if the
   * provider is unavailable, rejects the request or disconnects. Retries at most once, and only before the first token.
   */
  write: (messages: readonly AiMessage[], limits: { maxTokens: number; signal: AbortSignal }) => AsyncIterable<AiPiece>
}

/** Thrown if the AI response failed or is incomplete. */
export class AiFailed extends Error {
  override name = 'AiFailed'
}
