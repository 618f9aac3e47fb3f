/**
 * Connections to the embedded engine. The stock `pg` driver uses them as sockets (its `stream` option), so that the pool, Drizzle and
 * LISTEN work the same on both engines. PGlite's own adapter for `pg` breaks on any SQL error (0.5.16).
 *
 * 1. The engine has one session. A connection in a transaction keeps the session until the transaction ends.
 * 2. A closed connection leaves nothing behind: its transaction is rolled back, its named statements are closed, and its settings are
 *    reset.
 * 3. A connection that is idle for too long in a transaction is cut. Otherwise, the other connections would wait forever. The engine's own
 *    idle_in_transaction_session_timeout must stay off: once it fires, the next query never returns (0.5.16).
 * 4. A notification is delivered to every connection, regardless of which batch it arrived with.
 */
import { Duplex } from 'node:stream'
import * as wire from './pglite-wire.ts'

/** Runs a batch of protocol messages on the engine. Rejects only if the engine itself failed. SQL errors are responses. */
export type Exec = (batch: Uint8Array) => Promise<Uint8Array>

/** Matches the error from PostgreSQL and node-postgres: SQLSTATE 25P03. */
const idleTooLong = (): Error => Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code: '25P03' })

/** Grants the engine to one connection at a time, in order of arrival. */
const turns = () => {
  let holder: object | undefined
  const waiting: { who: object; enter: () => void }[] = []
  return {
    take: (who: object): Promise<void> => {
      if (holder === undefined || holder === who) {
        holder = who
        return Promise.resolve()
      }
      return new Promise((enter) => waiting.push({ who, enter }))
    },
    pass: (who: object): void => {
      if (holder !== who) return
      const next = waiting.shift()
      holder = next?.who
      next?.enter()
    },
  }
}

type Shared = { exec: Exec; turn: ReturnType<typeof turns>; open: Set<PgliteSocket>; idleInTransactionMs: number }

class PgliteSocket extends Duplex {
  readonly #shared: Shared
  #arrived: Buffer = Buffer.alloc(0)
  #hasStarted = false
  #batch: Buffer[] = []
  #work: Promise<void> = Promise.resolve()
  #isUsed = false
  #isBusy = false
  readonly #statements = new Set<string>()
  #idleTimer: NodeJS.Timeout | undefined

  constructor(shared: Shared) {
    super({ allowHalfOpen: false })
    this.#shared = shared
    shared.open.add(this)
  }

  override _read(): void {
    // Responses are pushed as they arrive. The client requests the next one only after receiving the previous one.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const isFirst = !this.#hasStarted
    const cut = wire.cutMessages(this.#arrived.length > 0 ? Buffer.concat([this.#arrived, chunk]) : chunk, isFirst)
    this.#arrived = cut.rest
    this.#hasStarted = cut.hasStarted
    if (isFirst && cut.hasStarted) this.push(wire.greeting)
    for (const message of cut.messages) this.#receive(message)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#shared.open.delete(this)
    this.#next(() => this.#tidyUp())
    done(error)
  }

  #receive(message: Buffer): void {
    if (wire.isTerminate(message)) {
      this.#next(async () => {
        await this.#tidyUp()
        this.push(null)
      })
      return
    }
    const name = wire.statementNamedIn(message)
    if (name !== undefined) this.#statements.add(name)
    this.#batch.push(message)
    if (!wire.endsBatch(message)) return
    clearTimeout(this.#idleTimer)
    // A copy with its own memory, because the buffer is transferred to another thread.
    const batch = new Uint8Array(Buffer.concat(this.#batch))
    this.#batch = []
    this.#next(() => this.#run(batch))
  }

  #next(step: () => Promise<void>): void {
    this.#work = this.#work.then(step).catch((error: Error) => {
      this.destroy(error)
    })
  }

  async #run(batch: Uint8Array): Promise<void> {
    if (this.destroyed) return
    const { exec, turn, open, idleInTransactionMs } = this.#shared
    await turn.take(this)
    this.#isUsed = true
    const answer = wire.sortAnswer(await exec(batch))
    this.#isBusy = answer.state !== 'I'
    if (this.#isBusy) this.#idleTimer = setTimeout(() => this.destroy(idleTooLong()), idleInTransactionMs).unref()
    else turn.pass(this)
    for (const notification of answer.notifications) for (const socket of open) socket.push(notification)
    if (!this.destroyed) this.push(answer.own)
  }

  /** Resets the session, then hands it over to the next connection. */
  async #tidyUp(): Promise<void> {
    clearTimeout(this.#idleTimer)
    if (!this.#isUsed) return
    const { exec, turn } = this.#shared
    await turn.take(this)
    this.#isUsed = false
    try {
      if (this.#isBusy) {
        await exec(new Uint8Array(wire.sync))
        await exec(new Uint8Array(wire.simpleQuery('rollback')))
      }
      await exec(new Uint8Array(wire.simpleQuery('reset all')))
      if (this.#statements.size > 0)
        await exec(new Uint8Array(Buffer.concat([...[...this.#statements].map(wire.closeStatement), wire.sync])))
    } finally {
      turn.pass(this)
    }
  }

  // Socket methods that pg calls in addition to the stream methods.
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}

/** Returns a function that opens connections to one engine, and a function that cuts all of them once the engine has died. */
export const pgliteConnections = (exec: Exec, idleInTransactionMs = 10_000): { connect: () => Duplex; cutAll: (reason: Error) => void } => {
  const shared: Shared = { exec, turn: turns(), open: new Set(), idleInTransactionMs }
  return {
    connect: () => new PgliteSocket(shared),
    cutAll: (reason) => {
      for (const socket of shared.open) socket.destroy(reason)
    },
  }
}
