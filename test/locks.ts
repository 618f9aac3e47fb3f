/** A stand-in for the Web Locks of one browser, with exclusive locks only. */
import { AsyncLocalStorage } from 'node:async_hooks'

type Claim = { name: string; owner: unknown; begin: () => void; end: (reason: DOMException) => void }
type Options = { steal?: boolean; signal?: AbortSignal }
type Callback = (lock: { name: string }) => unknown

export class Locks {
  #held = new Map<string, Claim>()
  #waiting: Claim[] = []

  #next(name: string): void {
    const next = this.#waiting.find((claim) => claim.name === name)
    if (!next) return
    this.#waiting = this.#waiting.filter((claim) => claim !== next)
    next.begin()
  }
  #release(claim: Claim): void {
    if (this.#held.get(claim.name) !== claim) return
    this.#held.delete(claim.name)
    this.#next(claim.name)
  }

  /** Like `navigator.locks.request` of this owner, a tab. */
  requestAs(owner: unknown, name: string, ...given: [Callback] | [Options, Callback]): Promise<unknown> {
    const [options, call] = given.length === 1 ? [{}, given[0]] : given
    const callback = AsyncLocalStorage.bind(call)
    return new Promise((resolve, reject) => {
      const claim: Claim = {
        name,
        owner,
        begin: () => {
          this.#held.set(name, claim)
          // Browsers call back in a task of their own.
          setImmediate(() => {
            Promise.resolve(callback({ name }))
              .then(resolve, reject)
              .finally(() => this.#release(claim))
          })
        },
        end: reject,
      }
      if (options.signal?.aborted) return reject(options.signal.reason)
      options.signal?.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((other) => other !== claim)
        reject(options.signal?.reason)
      })
      const holder = this.#held.get(name)
      if (options.steal) {
        holder?.end(new DOMException('The lock was stolen', 'AbortError'))
        claim.begin()
      } else if (holder) this.#waiting.push(claim)
      else claim.begin()
    })
  }

  /** Takes away everything that an owner holds or waits for, as the browser does when a tab ends. */
  end(owner: unknown): void {
    this.#waiting = this.#waiting.filter((claim) => claim.owner !== owner)
    for (const claim of this.#held.values()) if (claim.owner === owner) this.#release(claim)
  }
}
