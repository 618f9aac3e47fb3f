import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockFolder } from '#server/lib/db/embedded/folder-lock.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { runCommand } from '#test/commands.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-admin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const admin = (...words: string[]) => runCommand('admin', words, { DATA_DIR: folder })

test.each([[[]], [['create-school', 'Lincoln']], [['open-school', 'a', 'b', 'c']], [['toString']]])(
  '%j prints the usage',
  async (words) => {
    const { code, output } = await admin(...words)
    expect(code).toBe(1)
    expect(output).toContain('npm run admin -- create-school <name> <time zone> <email of its first administrator>')
  },
)

test('without a database, the command reports that and does not create one', async () => {
  const { code, output } = await admin('make-admin', 'ada@school.example')
  expect(code).toBe(1)
  expect(output).toContain(`There isn't a database in ${path.join(folder, 'database')}.`)
  expect(existsSync(path.join(folder, 'database'))).toBe(false)
})

// Full runs only, because creating the database takes seconds. The action tests cover each reason for rejection.
test('a failure prints the database and one sentence', { tags: ['full'] }, async () => {
  await (await openDatabase({ dataDir: folder, log: () => undefined })).close()
  const { code, output } = await admin('make-admin', 'ada@school.example')
  expect(code).toBe(1)
  expect(output).toBe(
    `Using the embedded database in ${path.join(folder, 'database')}.\nNo account uses ada@school.example. They need to sign up first.\n`,
  )
  const unlock = await lockFolder(path.join(folder, 'database'))
  const busy = await admin('make-admin', 'ada@school.example')
  await unlock()
  expect(busy.code).toBe(1)
  expect(busy.output).toContain('Stop the server, run this command, then start the server again.')
  expect(busy.output).not.toContain('    at ')
})
