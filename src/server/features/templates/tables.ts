import { bigint, index, integer, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/tables.ts'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import type { TimeBlockTemplate, WEEKDAY_BLOCKS } from '#shared/templates/contract.ts'

/** What a template of each kind holds beside its name. */
export type TemplateContent = {
  time_block: Omit<TimeBlockTemplate, 'id' | 'name' | 'version'> & Pick<StoredBlock, 'description'>
  daily: { blocks: StoredBlock[] }
  weekly: Record<(typeof WEEKDAY_BLOCKS)[number], StoredBlock[]>
}
export type TemplateKind = keyof TemplateContent

/** Time-block, daily and weekly templates: alike in all but what they hold, which is always read and written whole. */
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
    /** Of its content, as it is counted. */
    bytes: integer().notNull(),
    version: integer().notNull().default(1),
    /** Since when it is deleted: kept 30 days so that Undo brings it back, and seen by nothing else. */
    deletedAt: timestamp({ withTimezone: true }),
    /** The order of making: of two with one name, the older stands first. */
    number: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  },
  (table) => [index('templates_by_owner').on(table.ownerId, table.kind)],
)
