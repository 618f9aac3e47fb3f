import * as z from 'zod/mini'
import { contract, names } from '#shared/endpoint.ts'
import { MAX, PER_MINUTE } from '#shared/limits.ts'
import { text } from '#shared/text.ts'

/** An installation setting, as read at startup. */
export const Setting = z
  .object({
    name: z.string(),
    /** `unset`: the feature that needs this setting is off. */
    source: z.enum(['environment', 'default', 'unset']),
    /** Null if hidden. For secrets, only `source` shows whether the setting has a value. */
    value: z.nullable(z.string()),
  })
  .register(names, { id: 'Setting' })
export type Setting = z.output<typeof Setting>

/** The last day of a grant, or null for no grant. */
const Until = z.nullable(z.string())
export const BulkChange = z
  .object({
    line: z.number(),
    email: z.string(),
    /** The current and new values. Missing if the value doesn't change. */
    plan: z.optional(z.object({ from: Until, to: Until })),
    ai: z.optional(z.object({ from: Until, to: Until })),
  })
  .register(names, { id: 'BulkChange' })
export type BulkChange = z.output<typeof BulkChange>

const Csv = text(MAX.bulkCharacters)

export const adminTools = contract({
  configuration: {
    method: 'GET',
    path: '/api/admin/configuration',
    access: 'platformAdministrator',
    summary: 'List all server settings, with their values and sources.',
    description: 'Secrets show only whether they are set.',
    reply: z.object({ settings: z.array(Setting) }),
  },
  exportUsersCsv: {
    method: 'POST',
    path: '/api/admin/export/csv',
    access: 'platformAdministrator',
    ifRepeated: 'runsAgain',
    summary: 'Export all users and their plans as CSV.',
    description: 'Contains nothing they wrote except their names. The export is logged.',
    file: 'text/csv',
    reply: z.file(),
    // The export is logged first, and fails if the log can't be written.
    refuses: ['cannot_write'],
    needsProof: true,
    perMinute: PER_MINUTE.bulkCalls,
  },
  exportUsersJson: {
    method: 'POST',
    path: '/api/admin/export/json',
    access: 'platformAdministrator',
    ifRepeated: 'runsAgain',
    summary: 'Export all users and their plans as JSON.',
    description: 'Contains nothing they wrote except their names. The export is logged.',
    file: 'application/json',
    reply: z.file(),
    refuses: ['cannot_write'],
    needsProof: true,
    perMinute: PER_MINUTE.bulkCalls,
  },
  previewBulkUpdate: {
    method: 'POST',
    path: '/api/admin/bulk-update/preview',
    access: 'platformAdministrator',
    ifRepeated: 'runsAgain',
    summary: 'Preview what a CSV of email, plan_until, and ai_until would change.',
    description: 'Returns the changes and any problems by line. Changes nothing.',
    body: z.object({ csv: Csv }),
    holdsLessons: true,
    reply: z.object({
      changes: z.array(BulkChange),
      /** Number of users whose grants already match the CSV. */
      unchanged: z.number(),
      problems: z.array(z.object({ line: z.number(), message: z.string() })),
    }),
    perMinute: PER_MINUTE.bulkPreviews,
  },
  bulkUpdate: {
    method: 'POST',
    path: '/api/admin/bulk-update',
    access: 'platformAdministrator',
    summary: 'Grant plans from a CSV of email, plan_until, and ai_until, all or none.',
    description: 'Returns how many users changed. Preview the CSV first to see problems by line.',
    body: z.object({ csv: Csv }),
    holdsLessons: true,
    reply: z.object({ changed: z.number() }),
    needsProof: true,
    perMinute: PER_MINUTE.bulkCalls,
  },
})
