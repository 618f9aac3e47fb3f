import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'

/** Calls of this server. Times are milliseconds, right to a tenth; null where nothing was called. */
const Traffic = z
  .object({
    requests: z.number(),
    /** Those that failed for a reason of ours. */
    errors: z.number(),
    p50: z.nullable(z.number()),
    p95: z.nullable(z.number()),
    p99: z.nullable(z.number()),
  })
  .register(names, { id: 'Traffic' })

const Job = z
  .object({
    name: z.string(),
    /** A cron pattern; null for work that is queued. */
    schedule: z.nullable(z.string()),
    nextAt: z.nullable(z.string()),
    /** Queued work that is not done yet, and what was given up. */
    waiting: z.number(),
    gaveUp: z.number(),
    lastRun: z.nullable(
      z.object({
        startedAt: z.string(),
        endedAt: z.nullable(z.string()),
        /** Null while it runs. */
        outcome: z.nullable(z.enum(['done', 'failed', 'gave_up', 'released', 'lost'])),
        error: z.nullable(z.string()),
      }),
    ),
    /** Runs of the last 24 hours that failed. */
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
      /** What survives, in a sentence. */
      promise: z.string(),
      bytes: z.number(),
    }),
    traffic: z.object({ lastHour: Traffic, sinceStart: Traffic }),
    /** `isAbout`: there are so many that they are estimated. */
    counts: z.object({ calendarDays: z.number(), templates: z.number(), timeBlocks: z.number(), isAbout: z.boolean() }),
    /** Pages that this server tells of changes. */
    streams: z.number(),
    jobs: z.array(Job),
    /** When Stripe last said something; null where it has not, and where it is not set up. */
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
    summary: 'How the server that answers is doing: times, errors, the database, and the jobs of all servers.',
    reply: System,
  },
})
