/** What we need of a provider that writes. The real one speaks OpenAI's protocol (open-ai.ts). */

/** Where and how the provider is reached. */
export type AiSettings = { baseUrl: string; apiKey: string; model: string }

export type AiMessage = { role: 'system' | 'user'; text: string }

/** Pieces of an answer as they come, and what some models think before it; the count of tokens, of what was sent and of what came, is last. */
export type AiPiece = { kind: 'text' | 'thought'; text: string } | { kind: 'used'; tokens: number }

export type Ai = {
  /** The provider's name for people: its host. */
  readonly host: string
  /**
   * Has an answer written. Nothing for 30 seconds, before the first token or between two, ends it with {@link AiFailed}; so
   * does a provider that is away, refuses or breaks off. Tried again once at most, and only before the first token.
   */
  write: (messages: readonly AiMessage[], limits: { maxTokens: number; signal: AbortSignal }) => AsyncIterable<AiPiece>
}

/** Why nothing, or no more, was written. */
export class AiFailed extends Error {
  override name = 'AiFailed'
}
