// @module-tag engine
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin } from '#server/features/admin/actions.ts'
import { makeMailQueue } from '#server/features/mail/actions.ts'
import { sendMailWith } from '#server/features/mail/jobs.ts'
import { aMailServer } from '#server/features/mail/samples.ts'
import { LETTERS } from '#server/letters.ts'
import { noteBeside } from '#server/lib/backup/backup-folder.ts'
import { beginList } from '#server/lib/backup/deleted-people.ts'
import type { Job } from '#server/lib/jobs/run.ts'
import { backupName } from '#shared/backups/rules.ts'
import { clock, db, doJob, keys, pool, setClock } from '#test/app.ts'
import { makeBackups } from './actions.ts'
import { backupJobs } from './jobs.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'firstbell-warning-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const jobsWith = (prove: (() => Promise<void>) | undefined) =>
  backupJobs(
    makeBackups({ folder, timeZone: 'UTC', times: ['03:00'], kept: 30, secondFolder: undefined, write: async () => undefined, prove }),
    '0 3 * * *',
  )
const server = aMailServer()
const services = { mail: server.mail }
const mailQueue = makeMailQueue(services, keys)
/** Runs the hourly job and sends the mail that it queued. Returns the mails as `address: subject`. */
const hourly = async (parts = { services, mailQueue }) => {
  server.sent.length = 0
  await doJob((jobsWith(async () => undefined)['warn-about-backups'] as Job).run, clock(), parts)
  for (const { payload } of (await pool.query(`delete from jobs where name = 'send-mail' returning payload`)).rows)
    await doJob(sendMailWith(LETTERS), clock(), { services, payload })
  return server.sent.map(({ to, subject }) => `${to.address}: ${subject}`).sort()
}
const anAdmin = async (createdAt = clock()) => {
  const person = await aTeacher(db, { now: createdAt })
  await makeAdmin(db, person.email, clock())
  return person
}
const aBackup = async (at: string, failure: string | null) => {
  const name = backupName(new Date(at), 'daily')
  writeFileSync(path.join(folder, name), 'a backup')
  await noteBeside(folder, name, { proof: { at, failure } })
}
const SUBJECT = 'Firstbell needs a new backup'
/** Before all else, so that the installation isn't new. */
const LONG_AGO = new Date('2026-10-01T00:00:00Z')

test('all platform admins, and nobody else, learn that no backup was proved for 26 hours', async () => {
  const [ada, ben] = [await anAdmin(), await anAdmin()]
  await aTeacher(db, { now: clock() })
  await beginList(folder, LONG_AGO)
  await aBackup('2026-11-17T03:00:00.000Z', null)
  await aBackup('2026-11-18T03:00:00.000Z', 'The checksum of a table differs')
  setClock('2026-11-18T04:59:00Z')
  expect(await hourly()).toEqual([])
  setClock('2026-11-18T05:01:00Z')
  expect(await hourly()).toEqual([`${ada.email}: ${SUBJECT}`, `${ben.email}: ${SUBJECT}`].sort())
  expect(server.sent[0]?.text).toContain('tested')
  expect(server.sent[0]?.text).toMatch(/The newest backup that was restored as a test is from \w+, November 1[67] at/)
  expect(server.sent[0]?.text).toContain('/admin?tab=system')
})

test('an admin gets the mail once a day while it lasts, and no longer once a backup is proved', async () => {
  const { email } = await anAdmin()
  await beginList(folder, LONG_AGO)
  await aBackup('2026-11-17T03:00:00.000Z', null)
  const mails: Record<string, string[]> = {}
  for (const at of [
    '2026-11-18T23:37:00Z',
    '2026-11-19T00:37:00Z',
    '2026-11-19T04:37:00Z',
    '2026-11-19T05:37:00Z',
    '2026-11-19T06:37:00Z',
  ]) {
    setClock(at)
    mails[at] = await hourly()
  }
  expect(Object.entries(mails).filter(([, sent]) => sent.length > 0)).toEqual([
    ['2026-11-18T23:37:00Z', [`${email}: ${SUBJECT}`]],
    ['2026-11-19T05:37:00Z', [`${email}: ${SUBJECT}`]],
  ])
  await aBackup('2026-11-20T03:00:00.000Z', null)
  setClock('2026-11-20T06:37:00Z')
  expect(await hourly()).toEqual([])
  // A second outage.
  setClock('2026-11-21T05:37:00Z')
  expect(await hourly()).toEqual([`${email}: ${SUBJECT}`])
})

test('an installation has 26 hours for its first backup', async () => {
  const { email } = await anAdmin()
  await beginList(folder, clock())
  setClock('2026-11-19T15:59:00Z')
  expect(await hourly()).toEqual([])
  setClock('2026-11-19T16:01:00Z')
  expect(await hourly()).toEqual([`${email}: ${SUBJECT}`])
  expect(server.sent[0]?.text).toContain('There’s no backup that was restored as a test.')
})

test('a new installation whose backup folder is missing has 26 hours, too, and an older one has none', async () => {
  rmSync(folder, { recursive: true })
  const { email } = await anAdmin()
  setClock('2026-11-19T15:59:00Z')
  expect(await hourly()).toEqual([])
  setClock('2026-11-19T16:01:00Z')
  expect(await hourly()).toEqual([`${email}: ${SUBJECT}`])
})

test('admins whose backup folder can’t be read get the mail', async () => {
  const { email } = await anAdmin(LONG_AGO)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'a file in place of the folder')
  expect(await hourly()).toEqual([`${email}: ${SUBJECT}`])
})

test('without a mail server or without proofs of backups, there is no mail', async () => {
  await anAdmin(LONG_AGO)
  expect(await hourly({ services, mailQueue: makeMailQueue({}, keys) })).toEqual([])
  expect(Object.keys(jobsWith(undefined))).not.toContain('warn-about-backups')
})
