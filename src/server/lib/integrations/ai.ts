/** The interface of an AI provider. The real one uses OpenAI's protocol (open-ai.ts). */

/** How to reach the provider. */
export type AiSettings = { baseUrl: string; apiKey: string; model: string }

export type AiMessage = { role: 'system' | 'user'; text: string }

/**
 * A piece of an answer, or of the reasoning that some models send before it. The last piece has the total count of tokens, both sent and
 * received.
 */
export type AiPiece = { kind: 'text' | 'thought'; text: string } | { kind: 'used'; tokens: number }

export type Ai = {
  /** The provider's display name: its host. */
  readonly host: string
  /**
   * Streams an answer. Fails with {@link AiFailed} after 30 seconds of silence (before the first token or between two), or if
   * the provider is unavailable, refuses or breaks off. Retries at most once, and only before the first token.
   */
  write: (messages: readonly AiMessage[], limits: { maxTokens: number; signal: AbortSignal }) => AsyncIterable<AiPiece>
}

/** Thrown if the AI response failed or is incomplete. */
export class AiFailed extends Error {
  override name = 'AiFailed'
}
