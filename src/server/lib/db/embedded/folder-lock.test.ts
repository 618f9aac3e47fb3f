import { existsSync, linkSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderInUse, lockFolder } from './folder-lock.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'firstbell-lock-'))
})
afterEach(() => {
  rmSync(parent, { recursive: true, force: true })
})

/** Leaves a dead socket behind, like a killed process does. */
const leaveDeadSocket = async (lock: string): Promise<void> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(`${lock}.dead`, resolve))
  linkSync(`${lock}.dead`, lock)
  await new Promise((resolve) => server.close(resolve))
}

test('a second server fails at once, naming the folder and its holder, until the first releases it', async () => {
  const folder = path.join(parent, 'database')
  const unlock = await lockFolder(folder)
  const began = Date.now()
  const refusal = await lockFolder(folder).catch((error: unknown) => error)
  expect(Date.now() - began).toBeLessThan(3000)
  expect(refusal).toBeInstanceOf(DataFolderInUse)
  expect((refusal as Error).message).toContain(folder)
  expect((refusal as Error).message).toContain(`process ${process.pid}`)
  await unlock()
  expect(existsSync(`${folder}.lock`)).toBe(false)
  await (await lockFolder(folder))()
})

test('the lock of a killed server is taken over', async () => {
  const folder = path.join(parent, 'database')
  await leaveDeadSocket(`${folder}.lock`)
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(DataFolderInUse)
  await unlock()
})

test('if several servers start at once after a crash, exactly one gets the folder', async () => {
  const folder = path.join(parent, 'database')
  for (let round = 0; round < 10; round++) {
    await leaveDeadSocket(`${folder}.lock`)
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(folder)))
    const won = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const lost = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(won).toHaveLength(1)
    for (const reason of lost) expect(reason).toBeInstanceOf(DataFolderInUse)
    await expect(lockFolder(folder)).rejects.toThrow(DataFolderInUse)
    await won[0]?.()
  }
})

test('a folder whose path is too long for a socket is locked anyway', async () => {
  const folder = path.join(parent, 'x'.repeat(150), 'database')
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(DataFolderInUse)
  await unlock()
  await (await lockFolder(folder))()
})
