/**
 * The types of the data map (docs/data-map.md). Next to each `tables.ts`, `data-map.ts` describes every column of its tables. A column that
 * it doesn't describe is a type error. The built server doesn't contain the map.
 */
import type { PgTable } from 'drizzle-orm/pg-core'
import type { JobName } from '#shared/admin/system/rules.ts'

/**
 * The person or organization that data is about. `students`: a text that can name students. `colleague`: another person than the owner of
 * the row, such as a colleague, an administrator or somebody who was invited. `nobody`: the data is technical.
 */
export type Subject = 'teacher' | 'students' | 'colleague' | 'substitute' | 'school' | 'nobody'
/** How a value is stored if it isn't plain. `encrypted`: with the key ring. `hash`: SHA-256 of a random secret, or Argon2id of a password. */
export type Form = 'encrypted' | 'hash' | 'keyed hash'

/** The person whose data a column holds, and its purpose. `until` is for columns that are emptied before their row is deleted. */
export type Column = readonly [
  whose: Subject | `${Subject}, ${Subject}`,
  purpose: string,
  more?: { readonly form?: Form; readonly until?: string },
]

/** The rows that rows of other tables are deleted with, by a foreign key that cascades. Each is a table. */
export const PARENTS = {
  account: 'users',
  calendar: 'calendars',
  change: 'calendar_operations',
  link: 'sub_links',
  session: 'sessions',
} as const

export type Period = { days: number } | { months: number }

/** How long rows are kept. With `nothing` and without more, as long as the installation exists. */
export type Kept<Name = string> = {
  readonly with: keyof typeof PARENTS | 'nothing'
  /** The job that deletes rows, and when. Without `only`, it deletes all of them. */
  readonly ends?: { readonly since: Name; readonly after: Period; readonly by: JobName; readonly only?: string }
  /** When a call, a start or a person deletes them. A sentence. */
  readonly until?: string
}

type TableEntry<Table extends PgTable> = {
  /** A sentence about a row. */
  readonly row: string
  readonly kept: Kept<keyof Table['_']['columns']>
  readonly columns: { readonly [Name in keyof Table['_']['columns']]: Column }
}

/** The data map of all tables that a `tables.ts` exports. */
export type DataMapOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends PgTable ? Name : never]: Module[Name] extends PgTable
    ? TableEntry<Module[Name]>
    : never
}

/** A data map whose tables aren't known by name, for code that reads all of them. */
export type AnyDataMap = Record<string, { row: string; kept: Kept; columns: Record<string, Column> }>
