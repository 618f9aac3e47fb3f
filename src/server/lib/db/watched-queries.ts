/** Watches a connection's queries: notes slow ones, traces them, and drops names of statements if a pooler hands out connections. */
import type pg from 'pg'

/** Slow by nature, and nobody waits for it. */
const HOUSEKEEPING = /^\s*(?:checkpoint|vacuum|analyze)\b/i

/**
 * Called as a query starts, in the context of its caller, with a function that returns the query's name. Returns a function for its end,
 * which receives the error of a failed query, or undefined if the query isn't traced.
 */
export type TraceQuery = (nameOf: () => string) => ((error?: unknown) => void) | undefined

export type Watching = {
  /** Called for queries that took at least `slowMs` milliseconds, with a name that has no values. */
  onSlow: (query: string, ms: number) => void
  slowMs: number
  /** True if each transaction may have another connection, which doesn't know the statements that were prepared before. */
  isPooled: boolean
  traceQuery?: TraceQuery | undefined
}

const MAX_TABLES = 4

/** Returns a query's verb and tables, such as `select calendar_days, calendars`. */
export const nameOfQuery = (text: string): string => {
  const [verb = ''] = /\b(?:select|insert|update|delete)\b/i.exec(text) ?? /\w+/.exec(text) ?? []
  const found = [...text.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?"?([a-z_]\w*)\b(?!\s*\()/gi)].map(([, table = '']) => table)
  const tables = [...new Set(found)].filter((table) => !['set', 'lateral', 'unnest'].includes(table)).slice(0, MAX_TABLES)
  return [verb.toLowerCase(), tables.join(', ')].filter(Boolean).join(' ')
}

type Query = (...parts: unknown[]) => unknown

/** Watches the queries of one connection, whether they are awaited or have a callback. */
export const watchQueries = (client: pg.ClientBase, { onSlow, slowMs, isPooled, traceQuery }: Watching): void => {
  const query = client.query.bind(client) as Query
  const watched: Query = (...parts) => {
    const [asked] = parts
    const { text, name } = (typeof asked === 'string' ? { text: asked } : (asked ?? {})) as { text?: unknown; name?: unknown }
    if (isPooled && name !== undefined) parts[0] = { ...(asked as object), name: undefined }
    if (typeof text !== 'string') return query(...parts)
    const traced = traceQuery?.(() => nameOfQuery(text))
    const began = performance.now()
    const ended = (error?: unknown): void => {
      traced?.(error)
      const ms = performance.now() - began
      if (ms >= slowMs && !HOUSEKEEPING.test(text)) onSlow(nameOfQuery(text), Math.round(ms))
    }
    const last = parts.at(-1)
    if (typeof last === 'function') {
      parts[parts.length - 1] = (...results: unknown[]) => {
        ended(results[0])
        return last(...results)
      }
      return query(...parts)
    }
    const reply = query(...parts)
    // The caller handles its error.
    if (reply instanceof Promise) reply.then(() => ended(), ended)
    return reply
  }
  client.query = watched as typeof client.query
}
