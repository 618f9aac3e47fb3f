/** Reads the streams of events that the server sends: `data: ` and JSON, an empty line after each. */

/** Cuts the whole events off the front of what has arrived. Returns them and the rest. */
const cutEvents = <Event>(arrived: string): { events: Event[]; rest: string } => {
  const parts = arrived.split('\n\n')
  const rest = parts.pop() ?? ''
  const events = parts.flatMap((part) => (part.startsWith('data: ') ? [JSON.parse(part.slice(6)) as Event] : []))
  return { events, rest }
}

type Reading<Event> = {
  /** Opens the line, which `line` ends; null where the server did not let us in. */
  open: (line: AbortSignal) => Promise<ReadableStream<Uint8Array> | null>
  /** Ends the reading. */
  signal: AbortSignal
  /** After this many milliseconds without a byte the line is dead. */
  silenceMs: number
  onEvent: (event: Event) => void
}

/** Reads one stream to its end. Returns false where it was not opened. Throws where the line is dead, and when `signal` aborts. */
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
