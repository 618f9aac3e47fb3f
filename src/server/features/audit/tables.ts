import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What is written down. Later features add their own. */
export type Act =
  | 'invite.sent'
  | 'invite.accepted'
  | 'invite.declined'
  | 'invite.deleted'
  | 'invite.revoked'
  | 'invite.notes'
  | 'school.created'
  | 'school.invited'
  | 'school.withdrawn'
  | 'school.joined'
  | 'school.declined'
  | 'school.left'
  | 'school.removed'
  | 'school.administrator'
  | 'school.not_administrator'
  | 'school.notes'
  | 'school.looked'
  | 'school.planned'
  | 'school.renamed'
  | 'role.admin'
  | 'role.not_admin'
  | 'users.searched'
  | 'sessions.ended'
  | 'account.deleted'
  | 'credit.given'
  | 'plan.granted'
  | 'plan.withdrawn'
  | 'addon.granted'
  | 'addon.withdrawn'
  | 'plan.begun'
  | 'plan.switched'
  | 'plan.cancelled'
  | 'plan.resumed'
  | 'plan.ended'
  | 'addon.begun'
  | 'addon.ended'
  | 'google.linked'
  | 'google.unlinked'
  | 'google.kept'
  | 'google.emptied'

/**
 * Who did what to whom: ids and never a text. Rows are only added; a trigger refuses to change them, and to delete those of
 * the last twelve months. The ids refer to nothing, so that a row outlives the person.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null where somebody at the server's own console did it, and where Stripe said it or a time was up. */
    actorId: uuid(),
    act: text().$type<Act>().notNull(),
    /** Whom it was done to. */
    subjectId: uuid(),
    schoolId: uuid(),
  },
  (table) => [
    index('audit_log_by_age').on(table.at),
    index('audit_log_looks').on(table.subjectId, table.at).where(sql`${table.act} in ('school.looked', 'school.planned')`),
  ],
)
