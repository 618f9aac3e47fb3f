/** What can go wrong between our server and the provider. */

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
 * Instead of an answer:
 * - `down`: the connection breaks.
 * - `error`: 500.
 * - `limited`: 429, with Retry-After.
 * - `garbage`: 200 with a page.
 *
 * In an answer that has begun, after so many tokens (`after`):
 * - `silent`: nothing more comes; after 0, not even the head of the reply.
 * - `cut`: the connection breaks.
 * - `garbled`: a line that is no JSON.
 * - `failing`: the provider says that it cannot go on.
 *
 * With an answer:
 * - `slow`: it begins after a while (`ms`).
 * - `scripts`: it holds scripts and HTML.
 * - `overcounted`: more tokens are counted than were allowed.
 * - `uncounted`: no tokens are counted.
 */
type TroubleKind = (typeof KINDS)[number]

export type Trouble = {
  kind: TroubleKind
  /** How many calls have it; all, until it is ended, unless told. */
  times?: number
  /** How many tokens come before it. */
  after?: number
  /** How slow, or when to try again, in milliseconds. */
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

  /** Returns the trouble of a call, which is counted: that which the prompt asks for, as `[cut]` or `[silent 5]`, or the present one. */
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
