import { type LiveEvent, live } from '#shared/live/contract.ts'
import { client } from '#web/lib/net/api.ts'
import { readEvents } from '#web/lib/net/event-stream.ts'
import { storedToken } from '#web/lib/stored-session.ts'

/**
 * The server sends an event at least every ten seconds. After this many milliseconds of silence, the client considers the connection dead.
 */
const SILENCE_MS = 25_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Fetches the current calendar versions, which each stream also sends as its first event. Throws {@link RefusedCall}. */
export const fetchVersions = () => client(live).versions()

/** Reads one stream to its end. Returns false if the server refused it. Throws if the connection fails. */
const readStream = async (signal: AbortSignal, onEvent: (event: LiveEvent) => void): Promise<boolean> => {
  const headers = { accept: live.changes.stream, authorization: `Bearer ${storedToken() ?? ''}` }
  const open = (line: AbortSignal) =>
    fetch(live.changes.path, { headers, credentials: 'include', cache: 'no-store', signal: line }).then(({ ok, body }) =>
      ok ? body : null,
    )
  return readEvents({ open, signal, silenceMs: SILENCE_MS, onEvent })
}

/** Waits for `ms`, or until the browser is back online or `signal` aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController()
    const end = () => {
      clearTimeout(timer)
      over.abort()
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end, { signal: over.signal })
    signal.addEventListener('abort', end, { signal: over.signal })
  })

/**
 * Follows the stream until `signal` aborts, reconnecting whenever it ends. Retries after failures with exponential backoff, up to a minute.
 */
export const followStream = async (signal: AbortSignal, onEvent: (event: LiveEvent) => void): Promise<void> => {
  let failures = 0
  // A missing token means that another tab signed out, which also ended the stream.
  while (!signal.aborted && storedToken() !== null) {
    let hasHeard = false
    const handleEvent = (event: LiveEvent) => {
      hasHeard = true
      onEvent(event)
    }
    // Connection errors are retried. The page keeps showing what it has fetched so far.
    const isIn = await readStream(signal, handleEvent).catch(() => false)
    failures = hasHeard && isIn ? 0 : Math.min(failures + 1, 6)
    // Jitter, so that a whole school doesn't reconnect at once when the server comes back.
    const wait = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)
    if (!signal.aborted) await pause(wait, signal)
  }
}
