/** Writes docs/data-map.md from the data maps next to the tables. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { PgTable } from 'drizzle-orm/pg-core'
import type { AnyDataMap, Column, Kept, PARENTS, Period } from '#server/lib/db/data-map.ts'
import { filesUnder, projectRoot } from '../scripts/project.mjs'

/** A table with what its data map says. Names are those in the database. */
export type MappedTable = {
  name: string
  feature: string
  row: string
  kept: Kept
  columns: { name: string; column: Column }[]
}

const load = (file: string) => import(pathToFileURL(path.join(projectRoot, file)).href)

/** Returns the files that describe no table of theirs, with what to do, and the tables with their data maps. */
export const readDataMaps = async (): Promise<{ missing: string[]; tables: MappedTable[] }> => {
  const missing: string[] = []
  const tables: MappedTable[] = []
  for (const file of filesUnder('src/server').filter((name) => path.basename(name) === 'tables.ts')) {
    const mapFile = path.posix.join(path.posix.dirname(file), 'data-map.ts')
    if (!existsSync(path.join(projectRoot, mapFile))) {
      missing.push(`Add ${mapFile}. It says of each column of ${file} whose data it is, its purpose, and how long it is kept.`)
      continue
    }
    const { dataMap } = (await load(mapFile)) as { dataMap: AnyDataMap }
    for (const [key, table] of Object.entries((await load(file)) as object)) {
      const entry = dataMap[key]
      if (!is(table, PgTable) || !entry) continue
      tables.push({
        name: getTableName(table),
        feature: path.posix.dirname(file).replace(/^src\/server\/(?:features\/)?/, ''),
        row: entry.row,
        kept: { ...entry.kept, ...(entry.kept.ends && { ends: { ...entry.kept.ends, since: toSnakeCase(entry.kept.ends.since) } }) },
        columns: Object.keys(getTableColumns(table)).flatMap((name) => {
          const column = entry.columns[name]
          return column ? [{ name: toSnakeCase(name), column }] : []
        }),
      })
    }
  }
  return { missing, tables: tables.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

const periodOf = (after: Period): string => ('days' in after ? `${after.days} days` : `${after.months} months`)

/** Says how long the rows of a table are kept. */
const keptWords = ({ with: parent, ends, until }: Kept): string => {
  const whose: Record<keyof typeof PARENTS, string> = {
    account: 'As long as the account.',
    calendar: 'As long as the calendar, which is as long as its account or its school.',
    change: 'As long as the change.',
    link: 'As long as the link.',
    session: 'As long as the session.',
  }
  const when = ends && (Object.values(ends.after)[0] === 0 ? `after \`${ends.since}\`` : `${periodOf(ends.after)} after \`${ends.since}\``)
  const sentences = [
    parent === 'nothing' ? (ends || until ? '' : 'As long as the installation.') : whose[parent],
    when && `The job \`${ends.by}\` deletes ${ends.only ?? 'a row'} ${when}.`,
    until,
  ]
  return sentences.filter(Boolean).join(' ')
}

const lineOf = ({ name, column: [whose, purpose, { form, until } = {}] }: MappedTable['columns'][number]): string =>
  `| \`${name}\` | ${whose} | ${purpose}${until ? `. ${until}` : ''} | ${form ?? ''} |`

const sectionOf = ({ name, feature, row, kept, columns }: MappedTable): string =>
  [
    `## ${name}`,
    `${row} (${feature})\n`,
    `**Kept:** ${keptWords(kept)}\n`,
    '| column | about | purpose | stored as |',
    '|---|---|---|---|',
    ...columns.map(lineOf),
  ].join('\n')

/** Returns the text of docs/data-map.md. */
export const dataMapPage = (tables: MappedTable[]): string => `# Data map

Every column of the database: whose data it is, what it is for, how it is stored, and how long it is kept. ${tables.length} tables with ${tables.reduce((sum, { columns }) => sum + columns.length, 0)} columns. \`npm run data-map\` writes this page from the files \`data-map.ts\` next to the tables. A column without an entry doesn't compile, and the tests compare the page with the code, the database and the jobs that delete. [Student privacy](student-privacy.md) is for districts.

- **About:** *students* means a text in which a person can name students. The only field for their names is the list of absent students in a substitute’s report, inside \`sub_reports.sealed\`. *Colleague* means another person than the owner of the row, *nobody* technical data.
- **Kept:** what belongs to an account is deleted with the account, in the same transaction. Nightly jobs delete the rest within a day after its time. Backups keep deleted data for up to 30 days longer, or up to 90 days in one made by hand.
- **Stored as:** *encrypted* means with the key ring (AES-256-GCM), bound to its row. *Hash* can't be turned back, and *keyed hash* can't be guessed without the key either. The rest is plain. Backups are encrypted as a whole.

${tables.map(sectionOf).join('\n\n')}
`
