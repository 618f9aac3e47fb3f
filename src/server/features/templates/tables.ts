import { bigint, index, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import { users } from '#server/features/people/tables.ts'
import type { TimeBlockTemplate, WEEKDAY_BLOCKS } from '#shared/templates/contract.ts'

/** The content of each kind of template, without its name. */
export type TemplateContent = {
  time_block: Omit<TimeBlockTemplate, 'id' | 'name' | 'version'> & Pick<StoredBlock, 'description'>
  daily: { blocks: StoredBlock[] }
  weekly: Record<(typeof WEEKDAY_BLOCKS)[number], StoredBlock[]>
}
export type TemplateKind = keyof TemplateContent

/** Time-block, daily, and weekly templates. They differ only in their content, which is always read and written whole. */
export const templates = pgTable(
  'templates',
  {
    id: uuid().primaryKey().defaultRandom(),
    ownerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<TemplateKind>().notNull(),
    name: text().notNull(),
    content: json().$type<TemplateContent[TemplateKind]>().notNull(),
    /** Size of `content`, counted toward the quota. */
    bytes: integer().notNull(),
    version: integer().notNull().default(1),
    /** Set for a daily template that is an emergency plan: when its teacher last checked that it still works. */
    checkedAt: timestamp({ withTimezone: true }),
    /** Deletion time. The row is kept for 30 days so that Undo can restore it. All other queries skip deleted rows. */
    deletedAt: timestamp({ withTimezone: true }),
    /** Creation order. Breaks ties between templates with the same name. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  (table) => [index('templates_by_owner').on(table.ownerId, table.kind)],
)
