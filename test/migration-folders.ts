/** Folders with migrations of other versions, for tests of upgrades. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrations } from '#server/lib/db/migration-list.ts'
import { migrations } from './migrated.ts'

type Entry = { idx: number; version: string; when: number; tag: string; breakpoints: boolean }

/** This version's migrations, in order. */
export const ours = readMigrations(migrations)

/** The name of this version's newest migration. */
export const newest = ours.at(-1)?.name ?? ''

/**
 * Writes the migrations of another version to a folder, and returns the folder: this version's first `count`, then `added` ones by name,
 * each created a minute after the one before it.
 */
export const writeMigrations = (
  folder: string,
  { count = ours.length, added = {} }: { count?: number; added?: Record<string, string> },
): string => {
  // Only drizzle-kit reads the snapshots, which are large.
  cpSync(migrations, folder, { recursive: true, filter: (file) => !file.endsWith('_snapshot.json') })
  const journal = path.join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: Entry[] }
  const kept = entries.slice(0, count)
  for (const [tag, sql] of Object.entries(added)) {
    writeFileSync(path.join(folder, `${tag}.sql`), sql)
    kept.push({ idx: kept.length, version: '7', when: (kept.at(-1)?.when ?? 0) + 60_000, tag, breakpoints: true })
  }
  writeFileSync(journal, JSON.stringify({ ...rest, entries: kept }))
  return folder
}
