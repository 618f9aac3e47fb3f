/** Checks that each migration says which servers it allows, and that it doesn't break those (docs/upgrading.md). */

/** @typedef {import('./layout-rules.mjs').Project} Project */

/** The newest migration without such a line. It and the ones before it allow nothing older. */
const LAST_WITHOUT = '0034'

const SAYS = /^(?:--.*\n)*?-- allows: (nothing older|\d\w+)\n/
const HOW = "add '-- allows: nothing older' to the comment at its beginning, or '-- allows: <an earlier migration>' if it only adds"

/** Statements after which servers that don't know of them continue to work. */
const ADDS = [
  /^create table /i,
  /^alter table \S+ add column (?!.*\bnot null\b)/i,
  /^alter table \S+ add column .*\bdefault\b/i,
  /^create index /i,
  /^create (?:or replace )?(?:function|trigger) /i,
  /^(?:insert into|update) /i,
]

/** @param {string} text */
const statementsOf = (text) =>
  text
    .split('--> statement-breakpoint')
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '')

/**
 * Returns the statements that may break a server that doesn't know them.
 * @param {string} text
 */
const breaking = (text) => {
  const statements = statementsOf(text)
  const made = statements.flatMap((statement) => /^create table (\S+)/i.exec(statement)?.[1] ?? [])
  /** @param {string} statement */
  const isOfMade = (statement) => made.includes(/^(?:alter table|create (?:unique )?index \S+ on) (\S+)/i.exec(statement)?.[1] ?? '')
  return statements.filter((statement) => !isOfMade(statement) && !ADDS.some((pattern) => pattern.test(statement)))
}

/**
 * Reports migrations that don't say which servers they allow, and those that break servers that they allow.
 * @param {Project} project
 */
export function unsafeMigrations({ files, read }) {
  const migrations = files.filter((file) => /^migrations\/\d+_\w+\.sql$/.test(file))
  const names = migrations.map((file) => file.slice('migrations/'.length, -'.sql'.length))
  return migrations.flatMap((file, index) => {
    const allows = SAYS.exec(read(file))?.[1]
    if (!allows) return /allows:/.test(read(file)) || (names[index] ?? '').slice(0, 4) > LAST_WITHOUT ? [`${file}: ${HOW}`] : []
    if (allows === 'nothing older') return []
    if (!names.slice(0, index).includes(allows)) return [`${file}: ${allows} isn't an earlier migration`]
    return breaking(read(file)).map((statement) => `${file}: older servers may fail after: ${statement.split('\n')[0]}. ${HOW}`)
  })
}
