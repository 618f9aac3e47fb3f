import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newest, ours, writeMigrations } from '#test/migration-folders.ts'
import { type AppliedMigration, type Migration, readMigrations, refusingMigration } from './migration-list.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

const migration = (name: string, at: number, allows: string | null) => ({ name, allows, at, hash: '', statements: [] })
const first = migration('0000_rooms', 0, null)
const second = migration('0001_desks', 1, first.name)
const third = migration('0002_seats', 2, second.name)
const closed = migration('0001_desks', 1, null)
const unrecorded: AppliedMigration = { ...second, name: null, allows: null }
const elsewhere = { ...second, name: '0001_chairs', at: 0.5 }

test.each<[string, AppliedMigration[], Migration[], AppliedMigration | undefined]>([
  ['an empty database', [], [first], undefined],
  ['a database of its own version', [first, second], [first, second], undefined],
  ['an older database, which it migrates', [first], [first, second], undefined],
  ['a newer database that allows it', [first, second], [first], undefined],
  ['a newer database in which each migration allows it', [first, second, { ...third, allows: '0000_rooms' }], [first], undefined],
  ['a database that allows only the version before', [first, second, third], [first], third],
  ['a newer database that allows nothing older', [first, closed], [first], closed],
  ['a newer database whose newest migration alone allows it', [first, closed, { ...third, allows: first.name }], [first], closed],
  ['a database migrated by a version that recorded nothing', [first, unrecorded], [first], unrecorded],
  ['a database of another branch', [first, elsewhere], [first, second], elsewhere],
])('an operator starts a version on %s', (_, applied, known, refusing) => {
  expect(refusingMigration(applied, known)).toBe(refusing)
})

test('a developer says in a comment at the beginning of a migration which servers it allows', () => {
  const added = {
    '9000_says': `-- Notes moods.\n-- For each day.\n-- allows: ${newest}\ncreate table moods (day date);`,
    '9001_says_first': `-- allows: ${newest}\ncreate table moods (day date);`,
    '9002_needs_itself': '-- Notes moods.\n-- allows: nothing older\ncreate table moods (day date);',
    '9003_says_too_late': `create table moods (day date);\n-- allows: ${newest}\n`,
  }
  const read = readMigrations(writeMigrations(folder, { added }))
  expect(read.slice(0, ours.length)).toEqual(ours)
  expect(read.slice(ours.length).map(({ name, allows }) => [name, allows])).toEqual([
    ['9000_says', newest],
    ['9001_says_first', newest],
    ['9002_needs_itself', null],
    ['9003_says_too_late', null],
  ])
})
