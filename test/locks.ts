/** A stand-in for the Web Locks of one browser, with exclusive locks only. */

type Held = { release: () => void; steal: () => void }
type Waiting = { begin: () => void }
type Options = { steal?: boolean; signal?: AbortSignal }
type Callback = (lock: { name: string }) => unknown

export class Locks {
  #held = new Map<string, Held>()
  #waiting = new Map<string, Waiting[]>()

  request = (name: string, ...given: [Callback] | [Options, Callback]): Promise<unknown> => {
    const [options, callback] = given.length === 1 ? [{}, given[0]] : given
    return new Promise((resolve, reject) => {
      const begin = () => {
        const release = () => {
          if (this.#held.get(name) !== held) return
          this.#held.delete(name)
          this.#waiting.get(name)?.shift()?.begin()
        }
        const held: Held = { release, steal: () => reject(new DOMException('The lock was stolen', 'AbortError')) }
        this.#held.set(name, held)
        // Browsers call back in a task of their own.
        setImmediate(() => {
          Promise.resolve(callback({ name })).then(resolve, reject).finally(release)
        })
      }
      if (options.signal?.aborted) return reject(options.signal.reason)
      const current = this.#held.get(name)
      if (options.steal) {
        current?.steal()
        begin()
      } else if (current) {
        const waiting = { begin }
        this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), waiting])
        options.signal?.addEventListener('abort', () => {
          this.#waiting.set(
            name,
            (this.#waiting.get(name) ?? []).filter((other) => other !== waiting),
          )
          reject(options.signal?.reason)
        })
      } else begin()
    })
  }

  /** Releases what a tab holds or waits for, as the browser does when it ends. */
  forget = (names: ReadonlySet<string>): void => {
    for (const name of names) this.#held.get(name)?.release()
  }
}
