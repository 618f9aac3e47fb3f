import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'

/** Statistics on requests to this server. Latencies are in milliseconds, accurate to within 10%. Null if there were no requests. */
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

export const System = z
  .object({
    startedAt: z.string(),
    now: z.string(),
    versions: z.object({ app: z.string(), node: z.string(), database: z.string() }),
    database: z.object({
      /** The durability guarantee, as a sentence. */
      promise: z.string(),
      bytes: z.number(),
    }),
    traffic: z.object({ lastHour: Traffic, sinceStart: Traffic }),
    /** `isAbout` is true if there are too many rows to count, so the counts are estimates. */
    counts: z.object({ calendarDays: z.number(), templates: z.number(), timeBlocks: z.number(), isAbout: z.boolean() }),
    /** Open live streams on this server. */
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
    summary: 'Get the health of the server.',
    description: 'Returns response times, errors, and the database of the responding server, and the jobs of all servers.',
    reply: System,
  },
})
