import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Actions in the audit log. New features add their own. */
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
  | 'school.reminded'
  | 'school.joined'
  | 'school.declined'
  | 'school.left'
  | 'school.removed'
  | 'school.administrator'
  | 'school.not_administrator'
  | 'school.notes'
  | 'school.looked'
  | 'school.planned'
  | 'school.office'
  | 'school.office_confirmed'
  | 'school.shared_devices'
  | 'school.own_devices'
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

/** Users' actions on their own accounts. */
export type OwnAct = Extract<Act, `account.${string}` | `session.${string}`>

/**
 * One row per action. Stores the actor and the subject only as ids, never as text. The table is append-only: a trigger refuses updates, and
 * refuses deletes within the first twelve months. The ids don't have foreign keys, so that a row outlives the user.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** Null for actions at the server's console, and for actions triggered by Stripe or by a deadline. */
    actorId: uuid(),
    act: text().$type<Act>().notNull(),
    /** The affected user. */
    subjectId: uuid(),
    schoolId: uuid(),
    /** The network of a sign-in, truncated to an IPv4 /24 or an IPv6 /48. */
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

/**
 * Failed sign-in attempts per hour. The audit log itself keeps only a limited number of them, because an attacker could otherwise fill the
 * disk.
 */
export const failedSignIns = pgTable('failed_sign_ins', {
  hour: timestamp({ withTimezone: true }).primaryKey(),
  /** Wrong passwords and unknown addresses. */
  wrong: integer().notNull().default(0),
  /** Attempts rejected during a lockout, without checking the password. */
  locked: integer().notNull().default(0),
})
