/** Simulated failures between our server and the provider. */

const KINDS = [
  'slow',
  'down',
  'error',
  'limited',
  'garbage',
  'silent',
  'cut',
  'garbled',
  'failing',
  'scripts',
  'overcounted',
  'uncounted',
] as const

/**
 * Instead of a response:
 * - `down`: the connection breaks.
 * - `error`: 500.
 * - `limited`: 429, with Retry-After.
 * - `garbage`: 200 with an HTML page.
 *
 * During a response, after `after` tokens:
 * - `silent`: nothing more arrives. After 0 tokens, not even the headers arrive.
 * - `cut`: the connection breaks.
 * - `garbled`: a line of invalid JSON.
 * - `failing`: the provider reports an error.
 *
 * With a response:
 * - `slow`: it starts after `ms` milliseconds.
 * - `scripts`: it contains scripts and HTML.
 * - `overcounted`: the reported usage exceeds the token limit.
 * - `uncounted`: the usage is missing.
 */
type TroubleKind = (typeof KINDS)[number]

export type Trouble = {
  kind: TroubleKind
  /** How many calls fail. By default, all calls fail until the fault is cleared. */
  times?: number
  /** Tokens before the failure. */
  after?: number
  /** Delay in milliseconds, or the time until the caller may retry. */
  ms?: number
}

export class Troubles {
  present: Trouble | null = null

  begin(trouble: Trouble): void {
    this.present = { ...trouble }
  }

  end(): void {
    this.present = null
  }

  /**
   * Returns the fault to inject into this call, and counts the call. A tag in the prompt, such as `[cut]` or `[silent 5]`, overrides the
   * current fault.
   */
  of(prompt: string): Trouble | null {
    const [, kind, number] = new RegExp(`\\[(${KINDS.join('|')})(?: (\\d{1,6}))?\\]`).exec(prompt) ?? []
    if (kind) {
      const amount = number === undefined ? {} : kind === 'slow' || kind === 'limited' ? { ms: Number(number) } : { after: Number(number) }
      return { kind: kind as TroubleKind, ...amount }
    }
    const trouble = this.present
    if (trouble?.times !== undefined && --trouble.times <= 0) this.present = null
    return trouble
  }
}
