/**
 * Notifies open browser tabs of changes in real time.
 *
 * 1. A stream covers the calendars that its user can see. They are reloaded whenever that user's permissions change.
 * 2. A stream starts with each calendar's version, so a client that reconnects knows which changes it missed.
 * 3. A stream closes when its session ends, or when the client stops reading. A client that stopped reading reconnects.
 * 4. Events contain the dates that changed, never the content of the days.
 */
import type { Db } from '#server/lib/db/client.ts'
import type { DaysNotice, Notice, Notices } from '#server/lib/db/notices.ts'
import type { Actor } from '#server/lib/http/serve.ts'
import type { Maintenance } from '#shared/admin/maintenance/contract.ts'
import type { Calendars, LiveEvent } from '#shared/live/contract.ts'
import { runningSessions, visibleCalendars } from './queries.ts'

/** Heartbeat interval. A stream that sends nothing for 15 seconds is disconnected. */
const BEAT_MS = 10_000
/**
 * Maximum number of unread events before a client counts as stalled. Also the maximum number of changes buffered while a stream is
 * starting.
 */
const MAX_WAITING = 1_000
/** Debounce in milliseconds after permissions change, in case a user toggles a switch repeatedly. */
const COLLECT_MS = 50
/** Number of streams whose permissions are loaded in one query. */
const AT_ONCE = 250

type Stream = {
  actor: Pick<Actor, 'userId' | 'sessionId'>
  owners: ReadonlySet<string>
  /** Changes buffered while the stream's calendars are loading. Undefined once they have loaded. */
  meanwhile: DaysNotice[] | undefined
  send: (event: LiveEvent) => void
  end: () => void
}

/** Creates an async event queue. */
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
  /** Yields the events for one stream until `signal` aborts or its session ends. */
  follow: (actor: Stream['actor'], signal: AbortSignal) => AsyncIterable<LiveEvent>
  /** Returns the initial event that a new stream for this user would receive. */
  versions: (userId: string) => Promise<Calendars>
  /** Returns the number of connected browser tabs. */
  openStreams: () => number
  close: () => void
}

const sendDays = ({ owners, send }: Stream, notice: DaysNotice): void => {
  if (owners.has(notice.owner)) send({ ...notice, dates: [...notice.dates] })
}

/**
 * Buffers a change until the stream's calendars have loaded. If there are too many changes, ends the stream, so that its client reconnects.
 */
const keep = (days: DaysNotice, { meanwhile = [], end }: Stream): void => {
  if (meanwhile.length < MAX_WAITING) meanwhile.push(days)
  else end()
}

type MaintenanceNow = () => Promise<Maintenance | null>

/** Returns functions that send each stream the calendars it covers, both when the stream starts and after its user's permissions change. */
const makeBeginnings = (db: Db, maintenanceNow: MaintenanceNow) => {
  /** Loads the initial events for these users. Resolves to a function that returns the event for a user. */
  const beginnings = async (userIds: readonly string[]): Promise<(userId: string) => Calendars> => {
    const found = await visibleCalendars(db, userIds)
    const maintenance = (await maintenanceNow()) ?? undefined
    return (userId) => ({ kind: 'calendars', calendars: found.get(userId) ?? [], ...(maintenance && { maintenance }) })
  }

  /** Loads the calendars that each stream covers. Changes that arrive during the query are buffered and sent after it. */
  const begin = async (asked: readonly Stream[]): Promise<void> => {
    const rounds = asked.map((stream) => {
      const meanwhile: DaysNotice[] = []
      stream.meanwhile = meanwhile
      return { stream, meanwhile }
    })
    const beginningOf = await beginnings(asked.map(({ actor }) => actor.userId))
    for (const { stream, meanwhile } of rounds) {
      // The permissions changed again, so a newer call takes over.
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
  return { beginnings, begin, beginAgain }
}

/** `maintenanceNow` returns the current maintenance, or null if Maintenance Mode is off. */
export const makeLive = (
  db: Db,
  notices: Pick<Notices, 'subscribe'>,
  onError: (error: unknown) => void,
  maintenanceNow: MaintenanceNow = async () => null,
): Live => {
  const streams = new Set<Stream>()
  const { beginnings, begin, beginAgain } = makeBeginnings(db, maintenanceNow)

  const broadcastMaintenance = async (): Promise<void> => {
    const maintenance = await maintenanceNow()
    for (const { send } of streams) send({ kind: 'maintenance', maintenance })
  }

  const beginAllAgain = (affected: readonly Stream[]): void => {
    if (affected.length === 0) return
    beginAgain(affected).catch((error: unknown) => {
      // The clients reconnect and receive the current state.
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
    if (notice?.kind === 'maintenance') return void broadcastMaintenance().catch(onError)
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
      // The session may have ended after it was authenticated but before the stream was registered.
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
