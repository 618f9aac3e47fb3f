/** The migrations of a version, those of a database, and whether the version may use the database (docs/upgrading.md). */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'

export type Migration = {
  /** Its name in the folder, such as `0034_one_table_of_limits`. */
  name: string
  /** Creation time in milliseconds since the Unix epoch. Identifies the migration even after a comment in it was edited. */
  at: number
  hash: string
  statements: string[]
  /** The name of an earlier migration. Servers that know it may use the database. Null if servers need this migration. */
  allows: string | null
}

/** A migration that was applied to a database. Earlier versions of Firstbell didn't record the name, and allowed nothing older. */
export type AppliedMigration = Pick<Migration, 'at' | 'hash' | 'allows'> & { name: string | null }

/** The table that drizzle-kit's own commands use. We add the columns `name` and `allows`. */
export const LIST = 'drizzle.__drizzle_migrations'

/** Reads the list in order. Reads missing columns as null. */
export const APPLIED = `select hash, created_at::float8 as at, to_jsonb(m) ->> 'name' as name, to_jsonb(m) ->> 'allows' as allows
  from ${LIST} m order by created_at`

/** Returns a folder's migrations in order. The line `-- allows: <name>` in the comment at a file's beginning says which servers it allows. */
export const readMigrations = (folder: string): Migration[] => {
  const files = readMigrationFiles({ migrationsFolder: folder })
  const { entries } = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  return files.map(({ sql, hash, folderMillis }, index) => ({
    name: entries[index]?.tag ?? '',
    at: folderMillis,
    hash,
    statements: sql,
    allows: /^(?:--.*\n)*?-- allows: (\d\w+)\n/.exec(sql[0] ?? '')?.[1] ?? null,
  }))
}

/**
 * Returns the newest migration of a database that a version with the migrations `known` can't work with, or undefined if the version may use
 * the database. A version may use a database that has all of its migrations, if each further one allows servers that know one of them.
 */
export const refusingMigration = (applied: AppliedMigration[], known: readonly Migration[]): AppliedMigration | undefined => {
  const times = known.map(({ at }) => at)
  const unknown = applied.filter(({ at }) => !times.includes(at))
  const isAhead = times.every((at, index) => applied[index]?.at === at)
  return unknown.findLast(({ allows }) => !isAhead || !known.some(({ name }) => name === allows))
}
