/** Reads the server's event streams. Each event is `data: ` followed by JSON and an empty line. */

/** Splits the received text into complete events and the incomplete rest. */
const cutEvents = <Event>(arrived: string): { events: Event[]; rest: string } => {
  const parts = arrived.split('\n\n')
  const rest = parts.pop() ?? ''
  const events = parts.flatMap((part) => (part.startsWith('data: ') ? [JSON.parse(part.slice(6)) as Event] : []))
  return { events, rest }
}

type Reading<Event> = {
  /** Opens the stream, which must end when `line` aborts. Resolves with null if the server refused it. */
  open: (line: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>
  /** Aborting this signal stops reading. */
  signal: AbortSignal
  /** The connection counts as dead after this many milliseconds without a byte. */
  silenceMs: number
  onEvent: (event: Event) => void
}

/** Reads one stream to the end. Returns false if the stream couldn't be opened. Throws if the connection is dead or `signal` aborts. */
export const readEvents = async <Event>({ open, signal, silenceMs, onEvent }: Reading<Event>): Promise<boolean> => {
  const quiet = new AbortController()
  const stop = () => quiet.abort()
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  let silence = setTimeout(stop, silenceMs)
  try {
    const body = await open(quiet.signal)
    if (!body) return false
    const reader = body.getReader()
    const decoder = new TextDecoder()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      clearTimeout(silence)
      silence = setTimeout(stop, silenceMs)
      const cut = cutEvents<Event>(rest + decoder.decode(value, { stream: true }))
      rest = cut.rest
      for (const event of cut.events) onEvent(event)
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
  }
}
