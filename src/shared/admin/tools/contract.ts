import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { text } from '#shared/text.ts'
import { MAX_BULK_CHARACTERS } from './rules.ts'

/** Each reads, or changes, thousands of people. */
const AT_MOST_A_MINUTE = 10

/** A setting of the installation, as it was read at the start. */
export const Setting = z
  .object({
    name: z.string(),
    /** `unset`: what it is for is not there. */
    source: z.enum(['environment', 'default', 'unset']),
    /** Null where it is not shown: a secret is only set, or not. */
    value: z.nullable(z.string()),
  })
  .register(names, { id: 'Setting' })
export type Setting = z.output<typeof Setting>

/** A day until which something is granted; null is none. */
const Until = z.nullable(z.string())
export const BulkChange = z
  .object({
    line: z.number(),
    email: z.string(),
    /** As it is, and as it would be; left out where it stays. */
    plan: z.optional(z.object({ from: Until, to: Until })),
    ai: z.optional(z.object({ from: Until, to: Until })),
  })
  .register(names, { id: 'BulkChange' })
export type BulkChange = z.output<typeof BulkChange>

const Csv = text(MAX_BULK_CHARACTERS)

export const adminTools = contract({
  configuration: {
    method: 'GET',
    path: '/api/admin/configuration',
    access: 'platformAdministrator',
    summary: 'Every setting of the installation: what is set, and where from. Of secrets only whether they are set.',
    reply: z.object({ settings: z.array(Setting) }),
  },
  exportUsersCsv: {
    method: 'POST',
    path: '/api/admin/export/csv',
    access: 'platformAdministrator',
    summary: 'All people with their plans, as CSV; nothing that they have written but their names.',
    file: 'text/csv',
    reply: z.file(),
    // It is written down first.
    refuses: ['cannot_write'],
    needsProof: true,
    perMinute: AT_MOST_A_MINUTE,
  },
  exportUsersJson: {
    method: 'POST',
    path: '/api/admin/export/json',
    access: 'platformAdministrator',
    summary: 'All people with their plans, as JSON; nothing that they have written but their names.',
    file: 'application/json',
    reply: z.file(),
    refuses: ['cannot_write'],
    needsProof: true,
    perMinute: AT_MOST_A_MINUTE,
  },
  previewBulkUpdate: {
    method: 'POST',
    path: '/api/admin/bulk-update/preview',
    access: 'platformAdministrator',
    summary: 'What a CSV of e-mail, plan_until and ai_until would change, and what is wrong in it, by line. Changes nothing.',
    body: z.object({ csv: Csv }),
    holdsLessons: true,
    reply: z.object({
      changes: z.array(BulkChange),
      /** People for whom all is as the CSV says already. */
      unchanged: z.number(),
      problems: z.array(z.object({ line: z.number(), message: z.string() })),
    }),
    perMinute: 30,
  },
  bulkUpdate: {
    method: 'POST',
    path: '/api/admin/bulk-update',
    access: 'platformAdministrator',
    summary: 'Grants what a CSV of e-mail, plan_until and ai_until says: all of it, or nothing.',
    body: z.object({ csv: Csv }),
    holdsLessons: true,
    reply: z.object({ changed: z.number() }),
    needsProof: true,
    perMinute: AT_MOST_A_MINUTE,
  },
})
