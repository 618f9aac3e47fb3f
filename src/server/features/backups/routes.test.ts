// @module-tag engine

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { COPY } from '#server/lib/backup/backup-copies.ts'
import type { Backups as Listed } from '#shared/backups/contract.ts'
import { backupName } from '#shared/backups/rules.ts'
import { clock, config, db, doJob, keys, pool, setClock, unnamedRefusals } from '#test/app.ts'
import { makeBackups } from './actions.ts'
import { backupJobs } from './jobs.ts'

const parent = mkdtempSync(path.join(tmpdir(), 'firstbell-backups-'))
const folder = path.join(parent, 'backups')
/** Stand-in for the database dump. Writes fixed content, because this test has no database folder. */
const write = vi.fn(async (file: string) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, 'all that is kept')
})
const prove = vi.fn((_file: string): Promise<void> => Promise.resolve())
const settings = { folder, timeZone: 'America/New_York', times: ['03:00'], kept: 30, secondFolder: undefined }
const backups = makeBackups({ ...settings, write, prove })
const DAILY = '0 3 * * *'
const app = await buildApp({
  db,
  keys,
  clock,
  logger: false,
  config,
  backups,
  about: { version: '1', promise: 'It survives.', settings: [] },
})
const unnamed = unnamedRefusals(app)
const jobs = backupJobs(backups, DAILY)

beforeEach(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.clearAllMocks()
  expect(unnamed.splice(0)).toEqual([])
})
afterAll(async () => {
  await app.close()
  rmSync(parent, { recursive: true, force: true })
})

const administrator = async () => {
  const person = await aTeacher(db, { now: clock() })
  await makeAdmin(db, person.email, clock())
  const send = async (method: 'GET' | 'POST', url: string) => {
    const reply = await app.inject({ method, url, headers: { authorization: `Bearer ${person.token}` } })
    return { status: reply.statusCode, headers: reply.headers, text: reply.body, json: () => reply.json() }
  }
  return {
    ...person,
    send,
    create: () => send('POST', '/api/admin/backup/create'),
    list: async (): Promise<Listed> => (await send('GET', '/api/admin/backups')).json(),
  }
}
const acts = async () => (await pool.query(`select act, actor_id from audit_log where act like 'backup%' order by id`)).rows
const failWith = (more: object) => write.mockRejectedValueOnce(Object.assign(new Error(`EIO, in '${folder}'`), more))

test('an administrator creates a backup, sees it in the list, and downloads it, and all of it is logged', async () => {
  const ada = await administrator()
  expect(await ada.list()).toEqual({
    backups: [],
    isUnderWay: false,
    areProved: true,
    nextAt: null,
    failure: null,
    folder,
    timeZone: 'America/New_York',
    times: ['03:00'],
    kept: 30,
    second: null,
    promise: 'It survives.',
  })
  const filename = 'firstbell-2026-11-18T14-00-00Z-manual.backup'
  const made = await ada.create()
  expect([made.status, made.json()]).toEqual([200, { success: true, filename, message: `Backup created: ${filename}` }])
  expect((await ada.list()).backups).toEqual([
    { name: filename, kind: 'manual', at: '2026-11-18T14:00:00.000Z', bytes: 16, milliseconds: expect.any(Number), proof: null },
  ])
  const file = await ada.send('GET', `/api/admin/backups/${filename}`)
  expect([file.status, file.text]).toEqual([200, 'all that is kept'])
  expect(file.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${filename}"`,
    'content-length': '16',
  })
  expect(await acts()).toEqual([
    { act: 'backup.made', actor_id: ada.userId },
    { act: 'backup.downloaded', actor_id: ada.userId },
  ])
})

test.skipIf(process.platform !== 'linux')('a download that cannot be logged is refused, and leaves no file open', async () => {
  const ada = await administrator()
  const { filename } = (await ada.create()).json()
  await pool.query('alter table audit_log rename to out_of_reach')
  try {
    expect((await ada.send('GET', `/api/admin/backups/${filename}`)).status).toBe(500)
    const isOpen = (name: string) => readlinkSync(`/proc/self/fd/${name}`).endsWith(filename)
    await vi.waitFor(() =>
      expect(readdirSync('/proc/self/fd').filter((name) => existsSync(`/proc/self/fd/${name}`) && isOpen(name))).toEqual([]),
    )
  } finally {
    await pool.query('alter table out_of_reach rename to audit_log')
  }
})

test('only backups can be downloaded, whatever the name', async () => {
  const ada = await administrator()
  await ada.create()
  writeFileSync(path.join(folder, 'deleted'), 'ids')
  writeFileSync(path.join(parent, 'secret'), 'the key')
  mkdirSync(path.join(folder, backupName(new Date(0), 'daily')))
  const name = backupName(clock(), 'manual')
  for (const asked of ['deleted', '..%2Fsecret', `..%2Fbackups%2F${name}`, `${name}.json`, `${name}%00`, `${name}%0A`, '%2e%2e%2fsecret'])
    expect((await ada.send('GET', `/api/admin/backups/${asked}`)).status, asked).toBe(400)
  expect((await ada.send('GET', '/api/admin/backups/../secret')).status).toBe(404)
  for (const gone of [backupName(new Date(0), 'daily'), backupName(new Date(1000), 'daily')])
    expect((await ada.send('GET', `/api/admin/backups/${gone}`)).status).toBe(404)
  expect((await ada.list()).backups.map((each) => each.name)).toEqual([name])
})

test('of two at once the second is refused, and other calls keep working', async () => {
  const ada = await administrator()
  let finish: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    write.mockImplementationOnce(async (file) => {
      resolve()
      await new Promise<void>((done) => {
        finish = done
      })
      mkdirSync(folder)
      writeFileSync(file, 'all')
    })
  })
  const first = ada.create()
  await begun
  const second = await ada.create()
  expect([second.status, second.json()]).toEqual([409, { code: 'taken', message: 'A backup is already running.' }])
  expect((await ada.list()).isUnderWay).toBe(true)
  await expect(doJob(jobs['back-up']?.run as never)).rejects.toThrow('A backup is already running.')
  finish()
  expect((await first).status).toBe(200)
  expect((await ada.list()).isUnderWay).toBe(false)
  // Another process, such as the CLI, is creating a backup.
  failWith({ name: 'DataFolderInUse' })
  expect((await ada.create()).status).toBe(409)
})

test.each([
  ['a full disk', { code: 'ENOSPC' }, 507, 'There isn’t enough disk space for a backup. Your existing backups are fine.'],
  ['an engine without room', { code: '53100' }, 507, 'There isn’t enough disk space for a backup. Your existing backups are fine.'],
  ['a folder that cannot be written to', { code: 'EACCES' }, 507, 'Can’t write to the backup folder. Check its permissions.'],
  ['anything else', {}, 500, 'Something went wrong on our end. Please try again.'],
])('%s is reported, nothing is logged, and the next backup works', async (_, more, status, message) => {
  const ada = await administrator()
  failWith(more)
  const refused = await ada.create()
  expect([refused.status, refused.json().message]).toEqual([status, message])
  expect(await acts()).toEqual([])
  expect((await ada.create()).status).toBe(200)
})

test('an administrator can create four an hour', async () => {
  const ada = await administrator()
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) {
    setClock(`2026-11-18T14:00:0${count}Z`)
    statuses.push((await ada.create()).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

describe('each night', () => {
  const night = (day: number) => new Date(Date.UTC(2026, 9, day, 7))
  const backUp = (now: Date) => doJob(jobs['back-up']?.run as never, now)
  const proveIt = (now = night(50)) => doJob(jobs['prove-backup']?.run as never, now)

  test('a backup is created without an actor, and its test restore is queued', async () => {
    await backUp(night(1))
    expect(readdirSync(folder)).toContain('firstbell-2026-10-01T07-00-00Z-daily.backup')
    expect(await acts()).toEqual([{ act: 'backup.made', actor_id: null }])
    expect((await pool.query('select name from jobs')).rows).toEqual([{ name: 'prove-backup' }])
  })

  test('no test restore is queued or run if that is off, and the list shows it', async () => {
    const ada = await administrator()
    expect((await ada.list()).areProved).toBe(true)
    const unproved = makeBackups({ ...settings, write, prove: undefined })
    await doJob(backupJobs(unproved, DAILY)['back-up']?.run as never, night(1))
    expect((await pool.query('select name from jobs')).rows).toEqual([])
    // The job was queued before verification was turned off.
    await doJob(backupJobs(unproved, DAILY)['prove-backup']?.run as never, night(1))
    expect((await ada.list()).backups.map(({ proof }) => proof)).toEqual([null])
    const app = await buildApp({ db, keys, clock, logger: false, config, backups: unproved })
    const reply = await app.inject({ url: '/api/admin/backups', headers: { authorization: `Bearer ${ada.token}` } })
    expect(reply.json().areProved).toBe(false)
    await app.close()
  })

  test('thirty are kept, plus ten manual ones for ninety days', async () => {
    const ada = await administrator()
    mkdirSync(folder)
    const put = (name: string) => {
      writeFileSync(path.join(folder, name), 'x')
      writeFileSync(path.join(folder, `${name}.json`), '{}')
    }
    const manual = Array.from({ length: 12 }, (_, index) => backupName(new Date(night(1).getTime() + index * 1000), 'manual'))
    for (const name of manual) put(name)
    for (let day = 1; day <= 31; day++) put(backupName(night(day), 'daily'))
    await backUp(night(32))
    const { backups } = await ada.list()
    expect(backups.filter(({ kind }) => kind === 'daily').map(({ name }) => name)).toEqual(
      Array.from({ length: 30 }, (_, index) => backupName(night(32 - index), 'daily')),
    )
    expect(backups.filter(({ kind }) => kind === 'manual').map(({ name }) => name)).toEqual(manual.slice(2).toReversed())
    expect(readdirSync(folder)).toHaveLength(80)
    await backUp(night(1 + 91))
    expect((await ada.list()).backups.filter(({ kind }) => kind === 'manual')).toEqual([])
  })

  test('a failed backup leaves the others, and the list shows the failure until the next one', async () => {
    const ada = await administrator()
    await backUp(night(1))
    failWith({ code: 'ENOSPC' })
    await expect(backUp(night(2))).rejects.toThrow('There isn’t enough disk space')
    const note = (outcome: string, error: string | null, at: Date) =>
      pool.query(
        `insert into job_runs (id, job_id, name, try, started_at, outcome, error) values (gen_random_uuid(), 1, 'back-up', 1, $1, $2, $3)`,
        [at, outcome, error],
      )
    await note('failed', 'Error: There isn’t enough disk space', night(2))
    await pool.query(`insert into jobs (name, schedule, payload, run_at) values ('back-up', '0 3 * * *', '{}', $1)`, [night(3)])
    expect(await ada.list()).toMatchObject({
      backups: [{ name: backupName(night(1), 'daily') }],
      nextAt: night(3).toISOString(),
      failure: { at: night(2).toISOString(), words: 'Error: There isn’t enough disk space' },
    })
    await note('done', null, night(3))
    expect((await ada.list()).failure).toBeNull()
  })

  test('the newest is test-restored, and the list shows when, or what failed', async () => {
    const ada = await administrator()
    await proveIt()
    expect(prove).not.toHaveBeenCalled()
    await backUp(night(1))
    await backUp(night(2))
    await proveIt()
    const newest = path.join(folder, backupName(night(2), 'daily'))
    expect(prove.mock.lastCall?.[0]).toBe(newest)
    const proofs = async () => (await ada.list()).backups.map(({ proof }) => proof)
    expect(await proofs()).toEqual([{ at: night(50).toISOString(), failure: null }, null])
    prove.mockRejectedValueOnce(
      Object.assign(new Error(`${newest} is damaged: its contents have changed since it was written. Nothing was changed.`), {
        name: 'BackupRefused',
      }),
    )
    await expect(proveIt(night(51))).rejects.toThrow('is damaged')
    const failure = 'The file is damaged: its contents have changed since it was written.'
    expect(await proofs()).toEqual([{ at: night(51).toISOString(), failure }, null])
    expect((await ada.list()).backups[0]?.milliseconds).toEqual(expect.any(Number))
  })
})

describe('with a second place', () => {
  const secondFolder = path.join(parent, 'second')
  const kept = makeBackups({ ...settings, kept: 2, secondFolder, write, prove: undefined })
  const jobs = backupJobs(kept, DAILY)
  const run = (name: 'back-up' | typeof COPY, now: Date) => doJob(jobs[name]?.run as never, now)
  const day = (number: number) => new Date(Date.UTC(2026, 9, number, 7))
  const names = (...days: number[]) => days.map((each) => backupName(day(each), 'daily'))
  beforeEach(() => rmSync(secondFolder, { recursive: true, force: true }))

  test('each scheduled backup is copied afterwards, and the newest two are kept there', async () => {
    mkdirSync(secondFolder)
    for (const number of [1, 2, 3]) {
      await run('back-up', day(number))
      expect((await pool.query('delete from jobs returning name')).rows).toEqual([{ name: COPY }])
      await run(COPY, day(number))
    }
    expect(readdirSync(secondFolder).sort()).toEqual(names(2, 3))
    expect(readFileSync(path.join(secondFolder, names(3)[0] ?? ''), 'utf8')).toBe('all that is kept')
  })

  test('a second place whose disk is not mounted fails only the copy, and an administrator reads why', async () => {
    await run('back-up', day(1))
    const failure = (await run(COPY, day(1)).then(
      () => undefined,
      (error: Error) => error.message,
    )) as string
    expect(failure).toBe(`BACKUP_SECOND_DIR (${secondFolder}) isn't a folder. Mount its disk, then create the folder there.`)
    expect([existsSync(secondFolder), existsSync(path.join(folder, names(1)[0] ?? ''))]).toEqual([false, true])
    const note = (outcome: string, error: string | null, at: Date) =>
      pool.query(
        `insert into job_runs (id, job_id, name, try, started_at, outcome, error) values (gen_random_uuid(), 1, $1, 1, $2, $3, $4)`,
        [COPY, at, outcome, error],
      )
    await note('done', null, day(0))
    await note('failed', failure, day(1))
    const { token } = await administrator()
    const app = await buildApp({ db, keys, clock, logger: false, config, backups: kept })
    const reply = await app.inject({ url: '/api/admin/backups', headers: { authorization: `Bearer ${token}` } })
    await app.close()
    expect(reply.json().second).toEqual({
      folder: secondFolder,
      copiedAt: day(0).toISOString(),
      failure: { at: day(1).toISOString(), words: failure },
    })
  })
})
