/**
 * Traces for OpenTelemetry: how long each call and job took, and each of its queries.
 *
 * 1. Traces have no personal data: no addresses, bodies, values or user ids. A call has its route's pattern, a query its verb and tables.
 * 2. `open-tracing.ts` loads OpenTelemetry's packages. Only `wanted-tracing.ts` imports it, and only if the settings ask for traces.
 */
import type { TraceQuery } from '#server/lib/db/watched-queries.ts'

type TracedCall = { name: string; method: string; route: string; requestId: string }

/** A trace that has begun. `run` traces the queries of its work, including those that the work starts later. */
export type Span = { run: (work: () => void) => void; end: (status: number) => void }

export type Tracing = {
  startCall: (call: TracedCall) => Span
  traceQuery: TraceQuery
  traceJob: (name: string, work: () => Promise<void>) => Promise<void>
  /** Sends the last traces, for at most `mostMs` milliseconds. Never rejects. */
  close: (mostMs?: number) => Promise<void>
}
