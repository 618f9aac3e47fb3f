import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { backupName } from '#shared/backups/rules.ts'
import { copyBackups } from './backup-copies.ts'
import { beginList, deletedSince, isListWhole, noteDeleted } from './deleted-people.ts'

const parent = mkdtempSync(path.join(tmpdir(), 'firstbell-copies-'))
const [from, to] = [path.join(parent, 'first'), path.join(parent, 'second')]
const [ANN, BOB] = ['1', '2'].map((digit) => `${digit.repeat(8)}-2222-4222-8222-222222222222`) as [string, string]
const day = (number: number) => new Date(Date.UTC(2026, 10, number, 8))
const put = (folder: string, number: number, content = `of day ${number}`, kind: 'daily' | 'manual' = 'daily') =>
  writeFileSync(path.join(folder, backupName(day(number), kind)), content)
const copy = (kept = 3, signal?: AbortSignal) => copyBackups({ from, to, kept, now: day(20), signal })
const names = (folder = to) => readdirSync(folder).sort()
const daily = (...days: number[]) => days.map((number) => backupName(day(number), 'daily'))

beforeEach(() => {
  for (const folder of [from, to]) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
  }
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('the second place gets what it lacks, readable only by its owner, and deletes what is old by itself', async () => {
  put(to, 1)
  put(to, 2)
  put(from, 3)
  put(from, 4)
  put(from, 4, 'by hand', 'manual')
  await copy()
  expect(names()).toEqual([...daily(2, 3), ...[backupName(day(4), 'daily'), backupName(day(4), 'manual')]])
  const copied = path.join(to, backupName(day(4), 'manual'))
  expect([readFileSync(copied, 'utf8'), statSync(copied).mode & 0o777]).toEqual(['by hand', 0o600])
  expect(names(from)).toHaveLength(3)
})

test('a stopped copy leaves nothing, and the next one removes what a killed one left', async () => {
  put(from, 1)
  await expect(copy(3, AbortSignal.abort())).rejects.toThrow('aborted')
  expect(names()).toEqual([])
  const partial = path.join(to, `${daily(1)[0]}.0123abcd.partial`)
  writeFileSync(partial, 'half')
  utimesSync(partial, day(1), day(1))
  await copy()
  expect(names()).toEqual(daily(1))
})

test('deleted people stay in the second list, even after the first list was lost', async () => {
  await beginList(from, day(1))
  await noteDeleted(from, ANN, day(2))
  await copy()
  rmSync(path.join(from, 'deleted'))
  await beginList(from, day(3))
  await noteDeleted(from, BOB, day(4))
  await copy()
  expect(await deletedSince(to, day(1))).toEqual([ANN, BOB])
  expect(await isListWhole(to, day(1))).toBe(true)
  const { ino } = statSync(path.join(to, 'deleted'))
  await copy()
  expect(statSync(path.join(to, 'deleted')).ino).toBe(ino)
})
