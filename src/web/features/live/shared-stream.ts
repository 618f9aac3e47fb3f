/**
 * Shares one stream among all of a browser's tabs.
 *
 * 1. The tab that holds the lock reads the stream and forwards its events. When that tab closes, another one acquires the lock.
 * 2. A new tab asks for the current version of each calendar, and the reading tab replies.
 * 3. In a browser without the Web Locks API, each tab reads its own stream.
 */
import type { LiveEvent } from '#shared/live/contract.ts'
import { followStream } from './connection.ts'

type Beginning = Extract<LiveEvent, { kind: 'calendars' }>
type Message = { event: LiveEvent } | { asks: true }

/** Returns the initial event that a stream would send after this event. */
const beginningAfter = (before: Beginning, event: LiveEvent): Beginning => {
  if (event.kind === 'calendars') return event
  if (event.kind === 'maintenance') return { ...before, maintenance: event.maintenance ?? undefined }
  if (event.kind !== 'days') return before
  const { owner, version } = event
  const calendars = before.calendars.map((one) => (one.owner === owner ? { ...one, version: Math.max(one.version, version) } : one))
  return { ...before, calendars }
}

/** Calls `onEvent` for each event until `signal` aborts. */
export const followTogether = (userId: string, signal: AbortSignal, onEvent: (event: LiveEvent) => void): void => {
  if (!navigator.locks || !('BroadcastChannel' in window)) {
    void followStream(signal, onEvent)
    return
  }
  const name = `firstbell-live-${userId}`
  const channel = new BroadcastChannel(name)
  let beginning: Beginning | undefined
  let isReading = false
  const post = (message: Message) => channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('event' in data) {
      if (!isReading) onEvent(data.event)
    } else if (isReading && beginning) post({ event: beginning })
  })
  signal.addEventListener('abort', () => channel.close(), { once: true })
  post({ asks: true })

  const read = async () => {
    isReading = true
    await followStream(signal, (event) => {
      beginning = beginningAfter(beginning ?? { kind: 'calendars', calendars: [] }, event)
      onEvent(event)
      if (event.kind !== 'beat' && !signal.aborted) post({ event })
    })
  }
  // Rejects if `signal` aborts while waiting for the lock. In that case, this tab never reads the stream.
  navigator.locks.request(name, { signal }, read).catch(() => undefined)
}
