/** The doctor's checks of the database, which it only reads. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/lib/db/client.ts'
import { APPLIED, type AppliedMigration, type Migration, refusingMigration } from '#server/lib/db/migration-list.ts'
import { databaseNow } from '#server/lib/jobs/queries.ts'
import { keyFits, keyIn } from '#server/lib/keys/fitting-key.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { clockFinding } from './address.ts'
import { type Check, type Finding, unchecked, well, wrong } from './check.ts'

type Looking = {
  database: { db: Db; kind: 'embedded' | 'server' }
  /** This version's migrations. */
  migrations: readonly Migration[]
  keys: string | undefined
  dataDir: string
  opensSealed: (ring: KeyRing | undefined) => Promise<boolean>
  /** Returns a sentence about each key, that of the key in use first. */
  describeKeys: () => Promise<string[]>
}

const OLDEST_POSTGRES = 15

type State = { version: string; major: number; isMigrated: boolean }

const stateOf = async (db: Db): Promise<State> => {
  const { rows } = await db.execute<State>(sql`
    select split_part(current_setting('server_version'), ' ', 1) as version, current_setting('server_version_num')::int / 10000 as major,
      to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated"`)
  if (!rows[0]) throw new Error('The database answered nothing.')
  return rows[0]
}

const migrationFinding = async ({ database, migrations }: Looking, isMigrated: boolean): Promise<Finding> => {
  if (!isMigrated) return unchecked('It is empty. The next start creates its tables.')
  const { rows: applied } = await database.db.execute<AppliedMigration>(sql.raw(APPLIED))
  if (refusingMigration(applied, migrations))
    return wrong('A newer Firstbell has migrated it.', 'Install that version, or restore a backup of before (docs/upgrading.md).')
  const [ours, theirs] = [migrations.length, applied.length]
  if (theirs < ours) return unchecked(`The next start runs ${ours - theirs} of its migrations. Make a backup before: npm run backup`)
  return well(theirs > ours ? 'A newer Firstbell has migrated it, and lets this version run.' : 'Its tables are those of this version.')
}

const keyFindings = async ({ database, keys, dataDir, opensSealed, describeKeys, migrations }: Looking): Promise<Finding[]> => {
  const { fits, explanation } = await keyFits({ db: database.db, keys, dataDir, opensSealed })
  if (!fits) return [wrong("The keys don't match the database.", explanation)]
  const { rows: applied } = await database.db.execute<AppliedMigration>(sql.raw(APPLIED))
  const [, ...others] = applied.length < migrations.length || (await keyIn(database.db)) === undefined ? [] : await describeKeys()
  return [well('The keys match the database.'), ...others.map(unchecked)]
}

/** Checks a database that could be opened. */
export const checkDatabase = (looking: Looking): Check => ({
  about: 'Database',
  look: async () => {
    const { db, kind } = looking.database
    const { version, major, isMigrated } = await stateOf(db)
    const isServer = kind === 'server'
    return [
      major < OLDEST_POSTGRES
        ? wrong(`PostgreSQL ${version} is too old.`, `Upgrade it to ${OLDEST_POSTGRES} or newer, or set DATABASE_URL to a newer one.`)
        : well(`PostgreSQL ${version} responds${isServer ? '' : ' (embedded)'}.`),
      ...(isServer ? [clockFinding("PostgreSQL's clock", await databaseNow(db), new Date())] : []),
      await migrationFinding(looking, isMigrated),
      ...(isMigrated ? await keyFindings(looking) : []),
    ]
  },
})

/** Returns the size of a database in bytes. */
export const databaseBytes = async (db: Db): Promise<number> => {
  const { rows } = await db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`)
  return Number(rows[0]?.bytes)
}
