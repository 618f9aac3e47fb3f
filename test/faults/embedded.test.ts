// @module-tag full
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmbedded } from '#server/lib/db/embedded/embedded.ts'
import { fillDataDir } from '#test/migrated.ts'

const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 5)
const writer = fileURLToPath(new URL('./embedded-writer.ts', import.meta.url))

type Writer = {
  process: ChildProcessByStdio<null, Readable, Readable>
  acknowledged: number[]
  /** Resolves once the writer has acknowledged this many rows since it started. -1 only waits until the database is open. */
  has: (rows: number) => Promise<void>
  ended: Promise<{ code: number | null; errors: string }>
}

let dataDir: string
const running: Writer[] = []
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'firstbell-writer-'))
})
afterEach(async () => {
  for (const { process, ended } of running.splice(0)) {
    process.kill('SIGKILL')
    await ended
  }
  rmSync(dataDir, { recursive: true, force: true })
})

const startWriter = (first: number): Writer => {
  const child = spawn(process.execPath, ['--liftoff-only', '--import', 'tsx', writer, dataDir, String(first)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const acknowledged: number[] = []
  let isOpen = false
  let errors = ''
  child.stderr.on('data', (bytes) => {
    errors += bytes
  })
  let wake = (): void => undefined
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'open') isOpen = true
    else acknowledged.push(Number(line))
    wake()
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }))
  const has = (rows: number): Promise<void> =>
    new Promise((resolve, reject) => {
      wake = () => {
        if (isOpen && acknowledged.length >= rows) resolve()
      }
      wake()
      void ended.then((end) => reject(new Error(`the writer ended with ${end.code}: ${end.errors}`)))
    })
  const started = { process: child, acknowledged, has, ended }
  running.push(started)
  return started
}

test('killed repeatedly while writing, the folder opens each time with every acknowledged row, and no partial one', async () => {
  await fillDataDir(dataDir)
  const acknowledged: number[] = []
  let next = 1
  for (let round = 0; round < ROUNDS; round++) {
    const { process: child, has, ended, acknowledged: mine } = startWriter(next)
    await has(20 + 37 * round)
    child.kill('SIGKILL')
    await ended
    acknowledged.push(...mine)
    // The row in progress may be stored even though it wasn't acknowledged.
    next = (acknowledged.at(-1) ?? 0) + 2
  }
  const { pool, close } = await openEmbedded(dataDir, () => undefined)
  try {
    await expect(pool.query('select from pages'), 'the first commit, which made the tables').resolves.toBeDefined()
    const { rows } = await pool.query<{ id: number }>('select id from pages join counts using (id)')
    const kept = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(20 * ROUNDS)
    const { rows: half } = await pool.query(
      'select id from pages full join counts using (id) where counts.id is null or text is distinct from repeat(id::text, 2000)',
    )
    expect(half).toEqual([])
  } finally {
    await close()
  }
})

test('a process that opens a folder in use exits at once, names the folder and the holder, and costs it no row', async () => {
  await fillDataDir(dataDir)
  const holder = startWriter(1)
  await holder.has(1)
  const began = Date.now()
  const refusal = await openEmbedded(dataDir, () => undefined).catch((error: Error) => error.message)
  expect(Date.now() - began).toBeLessThan(3000)
  expect(refusal).toContain(path.join(dataDir, 'database'))
  expect(refusal).toContain(`process ${holder.process.pid}`)
  const second = startWriter(1000)
  const { code, errors } = await second.ended
  expect([code, errors]).toEqual([75, refusal])
  await holder.has(holder.acknowledged.length + 10)
  holder.process.kill('SIGKILL')
  await holder.ended
  const { pool, close } = await openEmbedded(dataDir, () => undefined)
  const { rows } = await pool.query<{ id: number }>('select id from pages')
  const kept = new Set(rows.map(({ id }) => id))
  await close()
  expect(holder.acknowledged.filter((id) => !kept.has(id))).toEqual([])
})

test('if killed while creating its folder, the next start creates it again', async () => {
  for (const milliseconds of [600, 1800]) {
    const { process: child, ended } = startWriter(1)
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    child.kill('SIGKILL')
    await ended
  }
  const { has } = startWriter(1)
  await has(1)
})
