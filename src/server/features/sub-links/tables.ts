import { bigint, boolean, date, index, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/people/tables.ts'
import { templates } from '#server/features/templates/tables.ts'
import type { DEVICES, SubLinkParts } from '#shared/sub-links/contract.ts'

const instant = () => timestamp({ withTimezone: true })
const person = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * Links that show a teacher's plan to anyone who has the address. A link is found by the hash of its token. The token is also stored
 * encrypted, so that the person who made the link can copy or print it again.
 */
export const subLinks = pgTable(
  'sub_links',
  {
    id: uuid().primaryKey(),
    /** The teacher whose days the page shows. */
    userId: person(),
    /** The teacher, or a colleague or school administrator who may make plans of the teacher's days. */
    madeBy: person(),
    /** SHA-256, base64url. */
    tokenHash: text().notNull().unique(),
    /** Encrypted for this link. */
    sealedToken: text().notNull(),
    /** The same for the token that only sends reports. */
    reportTokenHash: text().notNull().unique(),
    sealedReportToken: text().notNull(),
    /** In order. */
    dates: json().$type<string[]>().notNull(),
    include: json().$type<SubLinkParts>().notNull(),
    message: text().notNull(),
    /** A daily template, shown instead of the days' lessons. Without it, the link has nothing that its maker chose to show. */
    emergencyPlanId: uuid().references(() => templates.id, { onDelete: 'cascade' }),
    /** Hash of the token and the plan when the link was made or last changed, to tell readers that the plan is a newer one. */
    planHash: text().notNull(),
    endsOn: date({ mode: 'string' }).notNull(),
    endsAt: instant().notNull(),
    revokedAt: instant(),
    createdAt: instant().notNull(),
    /** When the link was last mailed to the office. */
    sentAt: instant(),
  },
  (table) => [
    index('sub_links_of_teacher').on(table.userId, table.endsAt),
    index('sub_links_of_maker').on(table.madeBy, table.endsAt),
    index('sub_links_by_end').on(table.endsAt),
    index('sub_links_of_template').on(table.emergencyPlanId),
  ],
)

/** When pages of links were visible on a screen, and on which kind of device. Nothing else about the reader is stored. */
export const subLinkOpenings = pgTable(
  'sub_link_openings',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    linkId: uuid()
      .notNull()
      .references(() => subLinks.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
    device: text().$type<(typeof DEVICES)[number]>().notNull(),
    isNewDevice: boolean().notNull(),
  },
  (table) => [index('sub_link_openings_of_link').on(table.linkId)],
)
