import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { beginList, deletedSince, isListWhole, noteDeleted } from './deleted-people.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-deleted-'))
const backups = path.join(folder, 'backups')
afterAll(() => rmSync(folder, { recursive: true }))

const [ANN, BOB] = ['1', '2'].map((digit) => `${digit.repeat(8)}-2222-4222-8222-222222222222`) as [string, string]
const MONDAY = new Date('2026-11-16T08:00:00Z')
const TUESDAY = new Date('2026-11-17T08:00:00Z')

test('deleted people are known for every older backup, even after a line cut off by a crash', async () => {
  expect(await deletedSince(backups, MONDAY)).toEqual([])
  await noteDeleted(backups, ANN, MONDAY)
  appendFileSync(path.join(backups, 'deleted'), BOB.slice(0, 20))
  await noteDeleted(backups, BOB, TUESDAY)
  await noteDeleted(backups, BOB, TUESDAY)
  expect(await deletedSince(backups, MONDAY)).toEqual([ANN, BOB])
  expect(await deletedSince(backups, TUESDAY)).toEqual([BOB])
  expect(await deletedSince(backups, new Date('2026-11-18T08:00:00Z'))).toEqual([])
  expect(readFileSync(path.join(backups, 'deleted'), 'utf8')).not.toContain('@')
})

test('a list started after the backup is incomplete, and so is a missing one', async () => {
  const begunLater = path.join(folder, 'begun-later')
  const [before, begun, after] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 10, day))) as [Date, Date, Date]
  expect(await isListWhole(begunLater, before)).toBe(false)
  await beginList(begunLater, begun)
  await beginList(begunLater, after)
  expect([await isListWhole(begunLater, before), await isListWhole(begunLater, begun), await isListWhole(begunLater, after)]).toEqual([
    false,
    true,
    true,
  ])
  await noteDeleted(begunLater, ANN, after)
  expect(await deletedSince(begunLater, begun)).toEqual([ANN])
})
