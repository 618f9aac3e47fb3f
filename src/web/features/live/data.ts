import { type LiveEvent, live } from '#shared/live/contract.ts'
import { client } from '#web/lib/api.ts'
import { readEvents } from '#web/lib/event-stream.ts'
import { storedToken } from '#web/lib/storage.ts'

/** The server says something at least every ten seconds; after this many milliseconds of silence the line is dead. */
const SILENCE_MS = 25_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** Asks how the stream would begin now. Throws {@link RefusedCall}. */
export const fetchVersions = () => client(live).versions()

/** Reads one stream to its end. Returns false where the server did not let us in. Throws where there is no line. */
const readStream = async (signal: AbortSignal, onEvent: (event: LiveEvent) => void): Promise<boolean> => {
  const headers = { accept: live.changes.stream, authorization: `Bearer ${storedToken() ?? ''}` }
  const open = (line: AbortSignal) =>
    fetch(live.changes.path, { headers, credentials: 'include', cache: 'no-store', signal: line }).then(({ ok, body }) =>
      ok ? body : null,
    )
  return readEvents({ open, signal, silenceMs: SILENCE_MS, onEvent })
}

/** Waits; no longer than until the browser has a network again, or `signal` aborts. */
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

/** Follows the stream, again and again where it ends, until `signal` aborts. After failures it waits longer each time, up to a minute. */
export const followStream = async (signal: AbortSignal, onEvent: (event: LiveEvent) => void): Promise<void> => {
  let failures = 0
  // Somebody who signs out in another tab leaves no token, and the stream has ended with the session.
  while (!signal.aborted && storedToken() !== null) {
    let hasHeard = false
    const hear = (event: LiveEvent) => {
      hasHeard = true
      onEvent(event)
    }
    // The line went, or there is none: it is tried again, and what is on screen stays true to what was fetched.
    const isIn = await readStream(signal, hear).catch(() => false)
    failures = hasHeard && isIn ? 0 : Math.min(failures + 1, 6)
    // Not all of a school at once, when its server is back.
    const wait = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)
    if (!signal.aborted) await pause(wait, signal)
  }
}
