/**
 * Counts this server's calls, their durations, and the failures caused by this server.
 *
 * 1. Counting a call costs only a few additions. Its duration is counted in one of 160 buckets, each with a limit 9% above the previous
 *    one's.
 * 2. Counts are kept per minute for the last hour, and as one total since startup. They don't identify the callers.
 * 3. Streams and files aren't timed, because their duration depends on the client. Pages and their files aren't counted.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Refusal } from '#shared/errors.ts'
import { Refused } from './refuse.ts'

const STEPS = 160
const STEPS_OF_OCTAVE = 8
/** Upper limit of the first bucket in milliseconds. The last bucket's limit is a quarter of an hour. */
const FIRST_MS = 0.25
const MINUTE_MS = 60_000
const MINUTES = 60

/** Refusals that don't count as server errors. */
const WANTED: readonly Refusal[] = ['in_maintenance', 'not_configured']

const stepOf = (ms: number): number => Math.min(STEPS - 1, Math.max(0, Math.ceil(STEPS_OF_OCTAVE * Math.log2(ms / FIRST_MS))))
/** Returns the middle of a bucket in milliseconds. */
const timeOf = (step: number): number => FIRST_MS * 2 ** ((step - 0.5) / STEPS_OF_OCTAVE)

/** Calls in a period: all, those that failed because of the server, and how many took as long as each bucket says. */
export type Counts = { requests: number; errors: number; steps: number[] }
type Sum = Counts & { minute: number }

const emptySum = (minute: number): Sum => ({ minute, requests: 0, errors: 0, steps: new Array<number>(STEPS).fill(0) })

const sumOf = (counts: readonly Counts[]): Counts => {
  const { minute: _, ...total } = emptySum(0)
  for (const { requests, errors, steps } of counts) {
    total.requests += requests
    total.errors += errors
    steps.forEach((count, step) => {
      total.steps[step] = (total.steps[step] ?? 0) + count
    })
  }
  return total
}

/** Requests and errors in a period, and the latency percentiles in milliseconds (null if no call was timed). */
export type TrafficFigures = { requests: number; errors: number; p50: number | null; p95: number | null; p99: number | null }

/** Returns the figures of all servers or periods together. */
export const figuresOf = (counts: readonly Counts[]): TrafficFigures => {
  const total = sumOf(counts)
  const timed = total.steps.reduce((sum, count) => sum + count, 0)
  const percentile = (share: number): number | null => {
    let left = Math.ceil(timed * share)
    const step = total.steps.findIndex((count) => {
      left -= count
      return left <= 0
    })
    return timed === 0 ? null : timeOf(step)
  }
  return { requests: total.requests, errors: total.errors, p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) }
}

export type Traffic = { lastHour: () => Counts; sinceStart: () => Counts }

/** Starts counting. Register it before the routes. */
export const countTraffic = (app: FastifyInstance, clock: () => Date): Traffic => {
  const sinceStart = emptySum(0)
  const minutes = new Map<number, Sum>()
  const minuteNow = () => Math.floor(clock().getTime() / MINUTE_MS)
  const sumOfMinute = (): Sum => {
    const minute = minuteNow()
    const known = minutes.get(minute % MINUTES)
    if (known?.minute === minute) return known
    const begun = emptySum(minute)
    minutes.set(minute % MINUTES, begun)
    return begun
  }

  const wanted = new WeakSet<FastifyRequest>()
  app.addHook('onError', async (request, _reply, error: unknown) => {
    if (error instanceof Refused && WANTED.includes(error.code)) wanted.add(request)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { access, isLong } = request.routeOptions.config
    if (access === undefined) return
    const isError = reply.statusCode >= 500 && !wanted.has(request)
    const step = stepOf(reply.elapsedTime)
    for (const sum of [sinceStart, sumOfMinute()]) {
      sum.requests++
      if (isError) sum.errors++
      if (!isLong) sum.steps[step] = (sum.steps[step] ?? 0) + 1
    }
  })

  return {
    lastHour: () => {
      const first = minuteNow() - MINUTES + 1
      return sumOf([...minutes.values()].filter(({ minute }) => minute >= first))
    },
    sinceStart: () => sumOf([sinceStart]),
  }
}
