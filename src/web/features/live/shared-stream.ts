/**
 * One stream for all tabs of a browser.
 *
 * 1. The tab that holds the lock reads the stream and passes what it hears on; when it goes, another has the lock.
 * 2. A tab that comes asks which version each calendar has, and is told by the tab that reads.
 * 3. Where the browser has no locks each tab reads a stream of its own.
 */
import type { LiveEvent } from '#shared/live/contract.ts'
import { followStream } from './data.ts'

type Calendars = Extract<LiveEvent, { kind: 'calendars' }>['calendars']
type Message = { event: LiveEvent } | { asks: true }

/** Returns the calendars as they are after an event. */
const calendarsAfter = (calendars: Calendars, event: LiveEvent): Calendars => {
  if (event.kind === 'calendars') return event.calendars
  if (event.kind !== 'days') return calendars
  return calendars.map((one) => (one.owner === event.owner ? { ...one, version: Math.max(one.version, event.version) } : one))
}

/** Calls back for each event until `signal` aborts. */
export const followTogether = (userId: string, signal: AbortSignal, onEvent: (event: LiveEvent) => void): void => {
  if (!navigator.locks || !('BroadcastChannel' in window)) {
    void followStream(signal, onEvent)
    return
  }
  const name = `firstbell-live-${userId}`
  const channel = new BroadcastChannel(name)
  let calendars: Calendars | undefined
  let isReading = false
  const post = (message: Message) => channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if ('event' in data) {
      if (!isReading) onEvent(data.event)
    } else if (isReading && calendars) post({ event: { kind: 'calendars', calendars } })
  })
  signal.addEventListener('abort', () => channel.close(), { once: true })
  post({ asks: true })

  const read = async () => {
    isReading = true
    await followStream(signal, (event) => {
      calendars = calendarsAfter(calendars ?? [], event)
      onEvent(event)
      if (event.kind !== 'beat' && !signal.aborted) post({ event })
    })
  }
  // Rejects when `signal` aborts while it waits: then nobody reads here.
  navigator.locks.request(name, { signal }, read).catch(() => undefined)
}
