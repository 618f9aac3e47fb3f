import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
  | 'oidc.linked'
  | 'oidc.unlinked'
  | 'oidc.kept'
  | 'oidc.emptied'
  | 'backup.made'
  | 'backup.downloaded'
  | 'backup.restored'
  | 'account.created'
  | 'account.added'
  | 'account.link'
  | 'account.exported'
  | 'account.deleted'
  | 'account.password'
  | 'account.reset'
  | 'session.begun'
  | 'session.failed'
  | 'session.locked'
  | 'admin.exported'
  | 'admin.updated'
  | 'mail.campaign'
  | 'mail.stopped'
  | 'maintenance.begun'
  | 'maintenance.ended'

/** What people do about their own accounts. */
export type OwnAct = Extract<Act, `account.${string}` | `session.${string}`>

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
    /** Where a sign-in came from, and no nearer: an IPv4 /24, an IPv6 /48. */
    network: text(),
  },
  (table) => [
    index('audit_log_by_age').on(table.at),
    index('audit_log_by_act').on(table.act, table.id),
    index('audit_log_by_actor').on(table.actorId, table.id),
    index('audit_log_by_subject').on(table.subjectId, table.id),
    index('audit_log_looks').on(table.subjectId, table.at).where(sql`${table.act} in ('school.looked', 'school.planned')`),
  ],
)

/** Tries to sign in that failed, counted by the hour: the log itself keeps only so many of them, or a stranger could fill the disk. */
export const failedSignIns = pgTable('failed_sign_ins', {
  hour: timestamp({ withTimezone: true }).primaryKey(),
  /** Wrong passwords, and addresses that nobody has. */
  wrong: integer().notNull().default(0),
  /** Tries that were not looked at any more. */
  locked: integer().notNull().default(0),
})
