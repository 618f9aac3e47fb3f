import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockFolder } from '../src/server/lib/db/folder-lock.ts'
import { run } from './child-processes.mjs'
import { projectRoot } from './project.mjs'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-admin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** @param {string[]} words */
const admin = (...words) =>
  run(process.execPath, ['scripts/admin.mjs', ...words], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: undefined, DATA_DIR: folder },
  })

test.each([[[]], [['create-school', 'Lincoln']], [['open-school', 'a', 'b', 'c']]])(
  '%j is answered with how it is written',
  async (words) => {
    const { code, output } = await admin(...words)
    expect(code).toBe(1)
    expect(output).toContain('npm run admin -- create-school <name> <time zone> <e-mail of its first administrator>')
  },
)

test('while the server runs on the embedded database, it says to stop that first', async () => {
  const unlock = await lockFolder(path.join(folder, 'database'))
  const { code, output } = await admin('make-admin', 'ada@school.example')
  await unlock()
  expect(code).toBe(1)
  expect(output).toContain('stop the server, do this, and start it again')
  expect(output).not.toContain('    at ')
})

// Making the database takes seconds; why an address is refused is known of the actions' own tests.
test('what cannot be done is one sentence', { tags: ['full'] }, async () => {
  const { code, output } = await admin('make-admin', 'ada@school.example')
  expect(code).toBe(1)
  expect(output.trim()).toBe('Nobody has an account with the address ada@school.example. They sign up first.')
})
