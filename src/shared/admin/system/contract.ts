import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'

/** Statistics on requests. Latencies are in milliseconds, accurate to within 10%. Null if there were no requests. */
const Traffic = z
  .object({
    requests: z.number(),
    /** Requests that failed with a server error. */
    errors: z.number(),
    p50: z.nullable(z.number()),
    p95: z.nullable(z.number()),
    p99: z.nullable(z.number()),
  })
  .register(names, { id: 'Traffic' })

const Job = z
  .object({
    name: z.string(),
    /** A cron pattern. Null for queued jobs. */
    schedule: z.nullable(z.string()),
    nextAt: z.nullable(z.string()),
    /** Pending queued jobs, and queued jobs that failed permanently. */
    waiting: z.number(),
    gaveUp: z.number(),
    lastRun: z.nullable(
      z.object({
        startedAt: z.string(),
        endedAt: z.nullable(z.string()),
        /** Null while the job is running. */
        outcome: z.nullable(z.enum(['done', 'failed', 'gave_up', 'released', 'lost'])),
        error: z.nullable(z.string()),
      }),
    ),
    /** Failed runs in the last 24 hours. */
    failures: z.number(),
  })
  .register(names, { id: 'Job' })
export type Job = z.output<typeof Job>

const Server = z
  .object({
    host: z.string(),
    version: z.string(),
    node: z.string(),
    startedAt: z.string(),
    /** When the server last reported itself, which it does every ten seconds. */
    seenAt: z.string(),
    /** True for the server that answered this call. */
    isThis: z.boolean(),
    /** True if the server has stopped reporting without having been stopped. Its figures are its last ones and aren't in any sum. */
    isGone: z.boolean(),
    /** Memory that the process uses, in bytes. */
    memory: z.number(),
    /** Open live streams. */
    streams: z.number(),
    /** How long events waited for the server's thread, in milliseconds: the 99th percentile of the last minute. Null if unknown. */
    loopDelay: z.nullable(z.number()),
    lastHour: Traffic,
  })
  .register(names, { id: 'Server' })
export type Server = z.output<typeof Server>

export const System = z
  .object({
    startedAt: z.string(),
    now: z.string(),
    versions: z.object({ app: z.string(), node: z.string(), database: z.string() }),
    /** The server that answered, then the others: those that run, and those that disappeared within the last hour. */
    servers: z.array(Server),
    database: z.object({
      /** The durability guarantee, as a sentence. */
      promise: z.string(),
      bytes: z.number(),
    }),
    /** Of all running servers together. */
    traffic: z.object({ lastHour: Traffic, sinceStart: Traffic }),
    /** `isAbout` is true if there are too many rows to count, so the counts are estimates. */
    counts: z.object({ calendarDays: z.number(), templates: z.number(), timeBlocks: z.number(), isAbout: z.boolean() }),
    /** Open live streams on all running servers. */
    streams: z.number(),
    jobs: z.array(Job),
    /** `lastEventAt` is null before the first webhook event or if Stripe isn't configured. */
    stripe: z.object({ isSetUp: z.boolean(), lastEventAt: z.nullable(z.string()) }),
    ai: z.object({ isSetUp: z.boolean() }),
  })
  .register(names, { id: 'System' })
export type System = z.output<typeof System>

export const system = contract({
  system: {
    method: 'GET',
    path: '/api/admin/system',
    access: 'platformAdministrator',
    summary: 'Get the health of the servers.',
    description: 'Returns each server, the response times and errors of all of them together, the database, and the jobs.',
    reply: System,
  },
})
