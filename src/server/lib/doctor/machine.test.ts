import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noteBeside } from '#server/lib/backup/backup-folder.ts'
import { beginList } from '#server/lib/backup/deleted-people.ts'
import { backupName } from '#shared/backups/rules.ts'
import type { Check } from './check.ts'
import { checkBackups, checkDisk, checkMemory } from './machine.ts'

const parent = mkdtempSync(path.join(tmpdir(), 'firstbell-doctor-'))
const [backupDir, second] = [path.join(parent, 'backups'), path.join(parent, 'second')]
afterAll(() => rmSync(parent, { recursive: true }))
beforeEach(() => {
  for (const folder of [backupDir, second]) rmSync(folder, { recursive: true, force: true })
})

const NOW = new Date('2026-11-18T14:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const linesOf = async ({ look }: Check) => (await look(AbortSignal.timeout(5000))).map(({ mark, sentence }) => `${mark} ${sentence}`)
const backups = (set: { provesBackups?: boolean; secondBackupDir?: string } = {}) =>
  linesOf(checkBackups({ backupDir, secondBackupDir: undefined, provesBackups: true, ...set }, NOW))
const put = (folder: string, hours: number): string => {
  mkdirSync(folder, { recursive: true })
  const name = backupName(hoursAgo(hours), 'daily')
  writeFileSync(path.join(folder, name), 'x')
  return name
}

test('a new installation has no backups yet, and an older one is missing them', async () => {
  expect(await backups()).toEqual([`– There are none in ${backupDir} yet. To make one: npm run backup`])
  await beginList(backupDir, hoursAgo(27))
  expect(await backups()).toEqual([`✘ There are none in ${backupDir}.`])
})

test('the newest backup is at most 26 hours old, and one of the last day was proved', async () => {
  await beginList(backupDir, hoursAgo(1000))
  put(backupDir, 27)
  expect(await backups()).toEqual(['✘ The newest one is 27 hours old.', '✘ None of the last day was proved by restoring it.'])
  const name = put(backupDir, 25)
  await noteBeside(backupDir, name, { proof: { at: NOW.toISOString(), failure: 'The file is damaged.' } })
  expect(await backups()).toEqual(['✔ The newest one is 25 hours old.', "✘ The newest one couldn't be restored: The file is damaged."])
  await noteBeside(backupDir, name, { proof: { at: NOW.toISOString(), failure: null } })
  expect(await backups()).toEqual(['✔ The newest one is 25 hours old.', '✔ It, or one of the last day, was proved by restoring it.'])
  expect(await backups({ provesBackups: false })).toHaveLength(1)
})

test('the second place is there and has a recent backup', async () => {
  const inSecond = async () => (await backups({ provesBackups: false, secondBackupDir: second }))[1]
  expect(await inSecond()).toBe("✘ Backups can't be copied to the second place.")
  mkdirSync(second)
  expect(await inSecond()).toBe(`✔ The second place (${second}) can be written.`)
  put(backupDir, 1)
  expect(await inSecond()).toBe(`✘ There are none in the second place (${second}).`)
  put(second, 30)
  expect(await inSecond()).toBe(`✘ The newest one in the second place (${second}) is 30 hours old.`)
  put(second, 1)
  expect(await inSecond()).toBe('✔ The newest one in the second place is 1 hour old.')
})

test('memory is enough to prove backups, unless they aren’t proved', async () => {
  const memory = (megabytes: number, provesBackups = true, isEmbedded = true) =>
    linesOf(checkMemory({ provesBackups, isEmbedded }, megabytes * 1024 * 1024))
  expect(await memory(2048)).toEqual(['✔ 2048 MB.'])
  expect(await memory(1536)).toEqual(['✘ 1536 MB is too little to prove backups, which needs 1900 MB.'])
  expect(await memory(1536, true, false)).toEqual(['✔ 1536 MB.'])
  expect((await memory(512, false))[0]).toMatch(/^– 512 MB\. PROVE_BACKUPS is off/)
})

test('each folder can be written and has room', async () => {
  mkdirSync(backupDir)
  const disk = (databaseBytes: number | undefined) =>
    linesOf(checkDisk({ dataDir: parent, backupDir, secondBackupDir: second, provesBackups: true, isEmbedded: true, databaseBytes }))
  const [data, first, ...others] = await disk(undefined)
  expect(data).toMatch(new RegExp(`^✔ \\d+ MB free for ${parent}\\.$`))
  expect(first).toMatch(/^✔ /)
  expect(others).toEqual([])
  rmSync(backupDir, { recursive: true })
  mkdirSync(second)
  const [, missing, other] = await disk(undefined)
  expect([missing, other]).toEqual([
    `– ${backupDir} (BACKUP_DIR) doesn't exist yet. The server creates it.`,
    expect.stringMatching(/^✔ .* free for .*second\.$/),
  ])
  expect((await disk(1e15))[0]).toMatch(/^✘ .* \(DATA_DIR\) has \d+ MB free and needs \d+ MB\.$/)
})
