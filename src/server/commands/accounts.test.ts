import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '#server/lib/db/migrate.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { inProject } from '#server/project-folder.ts'
import { runCommand } from '#test/commands.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-accounts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const admin = async (...words: string[]) => {
  const { code, output } = await runCommand('admin', words, { DATA_DIR: folder, PUBLIC_ADDRESS: 'https://plan.district.example' })
  return { code, lines: output.trim().split('\n') }
}
const file = path.join(folder, 'people.csv')
const LINK = 'https://plan\\.district\\.example/mail#reset=[\\w-]{43}'

// Full runs only, because creating the database takes seconds. The action tests cover each kind of line.
test('accounts from a list and a link for a forgotten password are printed for the operator', { tags: ['full'] }, async () => {
  const database = await openDatabase({ dataDir: folder, log: () => undefined })
  await migrate(database, inProject('migrations'))
  await database.close()
  expect((await admin('add-accounts', file)).lines.at(-1)).toBe(`${file} can't be read (ENOENT).`)
  writeFileSync(file, 'email,first name,last name\nmaya@district.example,Maya\n')
  expect((await admin('add-accounts', file)).lines.slice(-2)).toEqual([
    'line 2: Each line needs an email, a first name, and a last name, separated by commas. You can add the name of a school.',
    'No changes were made.',
  ])
  writeFileSync(file, 'email,first name,last name\nmaya@district.example,Maya,Rivera\n')
  const { code, lines } = await admin('add-accounts', file)
  expect(code).toBe(0)
  expect(lines.find((line) => line.startsWith('maya@'))).toMatch(new RegExp(`^maya@district\\.example\\t${LINK}$`))
  expect(lines.at(-1)).toBe(
    'Accounts created: 1. Already existed: 0. Links to set a password (listed above): 1. Each link works once, within 7 days.',
  )
  const link = await admin('password-link', 'maya@district.example')
  expect(link.lines.at(-2)).toMatch(new RegExp(`^${LINK}$`))
  expect(link.lines.at(-1)).toBe('This link sets a new password for maya@district.example. It works once, within an hour.')
})
