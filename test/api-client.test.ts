/** Tests the API as an external developer uses it. Generates a client from the OpenAPI document, compiles it, and plans a week with it. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app } from './app.ts'

const run = promisify(execFile)
const packages = fileURLToPath(new URL('../node_modules', import.meta.url))

/**
 * An external program whose types come only from the OpenAPI document. It contains one call that the server must reject. Lines marked
 * `@ts-expect-error` must fail to compile.
 */
const PROGRAM = `
import { ok } from '@oazapfts/runtime'
import * as firstbell from './firstbell.js'

firstbell.defaults.baseUrl = process.argv[2] ?? ''
const { token, user } = await ok(firstbell.register({ email: 'maya@school.example', password: 'first bell' }))
firstbell.defaults.headers = { authorization: \`Bearer \${token}\` }

const week = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
const lessonsOf = (date: string): firstbell.TimeBlockInput[] => [
  { id: 'block_1', title: \`Math of \${date}\`, startTime: '08:00', endTime: '08:45', description: '<p>Fractions</p>' },
  { id: 'block_2', title: 'Art', startTime: '09:00', endTime: '09:45' },
]
for (const date of week) await ok(firstbell.saveDay({ date, blocks: lessonsOf(date) }))
// The generator prefixes TypeScript keywords with a dollar sign.
const days: firstbell.CalendarDay[] = await ok(firstbell.days({ $from: week[0], to: week[4] }))

// Plans next Monday like last Friday, without the lesson text.
const friday = days[4]?.id ?? ''
const save = () => ok(firstbell.saveDayAsTemplate(friday, { templateName: 'A day' }, { idempotencyKey: 'key-of-a-template' }))
const template: firstbell.DailyTemplate = await save()
const again: firstbell.DailyTemplate = await save()
if (again.id !== template.id) throw new Error('The same key made a second template')
const applied = await ok(firstbell.applyDailyTemplate(template.id, { date: '2026-11-23' }))

// A refusal has its status and a typed code.
const refused = await firstbell.saveDay({ date: '2026-11-24', blocks: [{ id: 'a', title: 'Art', startTime: '10:00', endTime: '09:00' }] })
if (refused.status !== 422) throw new Error('The server accepted a lesson that ends before it starts')
const code: 'refused_by_rule' | 'key_reused' = refused.data.code
const error: firstbell.Error = refused.data

// @ts-expect-error A day must have a date.
const withoutDate: Parameters<typeof firstbell.saveDay>[0] = { blocks: [] }
// @ts-expect-error A title must be a string.
const numbered: firstbell.TimeBlockInput = { id: 'a', title: 7, startTime: '08:00', endTime: '09:00' }
// @ts-expect-error Responses never contain password hashes.
const secret: unknown = days[0]?.passwordHash

console.log(JSON.stringify({ user: user.email, days, monday: applied.entries, code, message: error.message, withoutDate, numbered, secret }))
`

let folder: string
let address: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'firstbell-client-'))
  await app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const node = (script: string, ...args: string[]) => run(process.execPath, [path.join(packages, script), ...args], { cwd: folder })

test('a client generated from the document compiles and plans a week for a new teacher', async () => {
  await writeFile(path.join(folder, 'openapi.json'), await (await fetch(`${address}/api/openapi.json`)).text())
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(folder, 'plan-a-week.ts'), PROGRAM)
  // Makes the client's runtime package and Node's types resolvable.
  await symlink(packages, path.join(folder, 'node_modules'), 'junction')

  await node('oazapfts/dist/cli.js', 'openapi.json', 'firstbell.ts')
  await node(
    'typescript/bin/tsc',
    '--strict',
    '--skipLibCheck',
    '--noUncheckedIndexedAccess',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--types',
    'node',
    'plan-a-week.ts',
  )
  const { stdout } = await run(process.execPath, ['plan-a-week.js', address], { cwd: folder })

  const { user, days, monday, code, message } = JSON.parse(stdout)
  expect(user).toBe('maya@school.example')
  const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
  expect(days).toMatchObject(
    dates.map((date) => ({
      date,
      blocks: [
        { title: `Math of ${date}`, startTime: '08:00', endTime: '08:45', description: '<p>Fractions</p>', hasAlert: false },
        { title: 'Art', startTime: '09:00', endTime: '09:45', description: '' },
      ],
    })),
  )
  expect(monday).toMatchObject([{ date: '2026-11-23', blocks: [{ title: 'Math of 2026-11-20', description: '' }, { title: 'Art' }] }])
  expect([code, message]).toEqual(['refused_by_rule', 'End time must be after start time'])
}, 60_000)
