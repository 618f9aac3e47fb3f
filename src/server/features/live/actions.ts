/**
 * Tells open pages what has changed, as it happens.
 *
 * 1. A stream carries the calendars that its person may see, asked for again whenever what they may do has changed.
 * 2. It begins with the version of each, so that who comes back after a break knows what they missed.
 * 3. It ends with its session. One whose reader takes nothing is ended too, and comes back.
 * 4. What is told is which days changed, never what they hold.
 */
import type { Db } from '#server/lib/db/client.ts'
import type { DaysNotice, Notice, Notices } from '#server/lib/db/notices.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { Maintenance } from '#shared/admin/maintenance/contract.ts'
import type { Calendars, LiveEvent } from '#shared/live/contract.ts'
import { runningSessions, visibleCalendars } from './queries.ts'

/** A stream on which nothing is sent for fifteen seconds is cut off. */
const BEAT_MS = 10_000
/** Events that wait for a reader, before it is taken for one that does not read; and changes that wait until a stream has begun. */
const MAX_WAITING = 1_000
/** Milliseconds for which people are collected whose rights have changed: somebody may press a switch many times. */
const COLLECT_MS = 50
/** Streams whose rights are asked for in one question. */
const AT_ONCE = 250

type Stream = {
  actor: Pick<Actor, 'userId' | 'sessionId'>
  owners: ReadonlySet<string>
  /** What changed while it is asked which calendars the stream carries; undefined once that is known. */
  meanwhile: DaysNotice[] | undefined
  send: (event: LiveEvent) => void
  end: () => void
}

/** A list of events that is read as they are added. */
const makeQueue = (signal: AbortSignal) => {
  const waiting: LiveEvent[] = []
  let wake: () => void = () => undefined
  let hasEnded = signal.aborted
  const end = (): void => {
    hasEnded = true
    wake()
  }
  signal.addEventListener('abort', end, { once: true })
  const send = (event: LiveEvent): void => {
    if (event.kind === 'beat' && waiting.length > 0) return
    waiting.push(event)
    if (waiting.length > MAX_WAITING) end()
    wake()
  }
  async function* events(): AsyncGenerator<LiveEvent> {
    while (!hasEnded) {
      const next = waiting.shift()
      if (next) yield next
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return { send, end, events }
}

export type Live = {
  /** The events of one stream, until `signal` aborts or its session ends. */
  follow: (actor: Stream['actor'], signal: AbortSignal) => AsyncIterable<LiveEvent>
  /** How a stream of this person would begin now. */
  versions: (userId: string) => Promise<Calendars>
  /** How many pages follow at the moment. */
  openStreams: () => number
  close: () => void
}

/** `maintenanceNow` returns Maintenance Mode where it is on. */
export const makeLive = (
  db: Db,
  notices: Pick<Notices, 'subscribe'>,
  onError: (error: unknown) => void,
  maintenanceNow: () => Promise<Maintenance | null> = async () => null,
): Live => {
  const streams = new Set<Stream>()

  const sendDays = ({ owners, send }: Stream, notice: DaysNotice): void => {
    if (owners.has(notice.owner)) send({ ...notice, dates: [...notice.dates] })
  }

  /** Asks how the streams of these people begin. Resolves with a function that returns it for each of them. */
  const beginnings = async (userIds: readonly string[]): Promise<(userId: string) => Calendars> => {
    const found = await visibleCalendars(db, userIds)
    const maintenance = (await maintenanceNow()) ?? undefined
    return (userId) => ({ kind: 'calendars', calendars: found.get(userId) ?? [], ...(maintenance && { maintenance }) })
  }

  /** Asks what streams carry. What is heard of meanwhile may be in the answer or not, and is told after it. */
  const begin = async (asked: readonly Stream[]): Promise<void> => {
    const rounds = asked.map((stream) => {
      const meanwhile: DaysNotice[] = []
      stream.meanwhile = meanwhile
      return { stream, meanwhile }
    })
    const beginningOf = await beginnings(asked.map(({ actor }) => actor.userId))
    for (const { stream, meanwhile } of rounds) {
      // Rights that changed again are asked for again.
      if (stream.meanwhile !== meanwhile) continue
      const beginning = beginningOf(stream.actor.userId)
      stream.meanwhile = undefined
      stream.owners = new Set(beginning.calendars.map(({ owner }) => owner))
      stream.send(beginning)
      for (const days of meanwhile) sendDays(stream, days)
    }
  }

  const beginAgain = async (affected: readonly Stream[]): Promise<void> => {
    for (let done = 0; done < affected.length; done += AT_ONCE) {
      const some = affected.slice(done, done + AT_ONCE)
      const running = await runningSessions(
        db,
        some.map(({ actor }) => actor.sessionId),
      )
      for (const { actor, send, end } of some)
        if (running.has(actor.sessionId)) send({ kind: 'people' })
        else end()
      await begin(some.filter(({ actor }) => running.has(actor.sessionId)))
    }
  }

  /** Keeps a change for a stream until it is known what it carries; one for which too many are kept comes back. */
  const keep = (days: DaysNotice, { meanwhile = [], end }: Stream): void => {
    if (meanwhile.length < MAX_WAITING) meanwhile.push(days)
    else end()
  }

  const tellOfMaintenance = async (): Promise<void> => {
    const maintenance = await maintenanceNow()
    for (const { send } of streams) send({ kind: 'maintenance', maintenance })
  }

  const beginAllAgain = (affected: readonly Stream[]): void => {
    if (affected.length === 0) return
    beginAgain(affected).catch((error: unknown) => {
      // They come back, and are told then.
      for (const stream of affected) stream.end()
      onError(error)
    })
  }

  const changed = new Set<string>()
  let collecting: NodeJS.Timeout | undefined
  const tellPeople = (): void => {
    collecting = undefined
    const affected = [...streams].filter(({ actor }) => changed.has(actor.userId))
    changed.clear()
    beginAllAgain(affected)
  }

  const onNotice = (notice: Notice | undefined): void => {
    if (notice?.kind === 'days') {
      for (const stream of streams) {
        if (stream.meanwhile) keep(notice, stream)
        else sendDays(stream, notice)
      }
      return
    }
    if (notice?.kind === 'maintenance') return void tellOfMaintenance().catch(onError)
    if (notice === undefined) return void beginAllAgain([...streams])
    for (const id of notice.ids) changed.add(id)
    collecting ??= setTimeout(tellPeople, COLLECT_MS).unref()
  }
  const unsubscribe = notices.subscribe(onNotice)
  const beat = setInterval(() => {
    for (const { send } of streams) send({ kind: 'beat' })
  }, BEAT_MS).unref()

  async function* follow(actor: Stream['actor'], signal: AbortSignal): AsyncGenerator<LiveEvent> {
    const { send, end, events } = makeQueue(signal)
    const stream: Stream = { actor, owners: new Set(), meanwhile: undefined, send, end }
    streams.add(stream)
    try {
      // The session may have ended after the call was identified and before the stream could be told.
      const [running] = await Promise.all([runningSessions(db, [actor.sessionId]), begin([stream])])
      if (!running.has(actor.sessionId)) return
      yield* events()
    } finally {
      streams.delete(stream)
    }
  }

  return {
    follow: (actor, signal) => follow(actor, signal),
    versions: async (userId) => (await beginnings([userId]))(userId),
    openStreams: () => streams.size,
    close: () => {
      unsubscribe()
      clearInterval(beat)
      clearTimeout(collecting)
      for (const { end } of streams) end()
    },
  }
}
