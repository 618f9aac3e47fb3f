import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newKey } from '#server/lib/keys/key-ring.ts'
import { migrations } from '#test/migrated.ts'
import { doInProcess, failureOf } from './backup-process.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'firstbell-backup-process-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const scratch = path.join(dataDir, 'proof')
const file = path.join(dataDir, 'none.backup')
const proof = { kind: 'prove' as const, file, dataDir, keys: newKey(), migrations, maxBytes: 2 ** 40 }

test('a test restore over its memory limit ends, explains what to do, and leaves no scratch database', async () => {
  mkdirSync(path.join(scratch, 'database'), { recursive: true })
  const failed = await doInProcess({ ...proof, maxBytes: 20 * 1024 * 1024 }).catch((error: unknown) => error)
  expect(failureOf(failed, file)).toBe(
    'Testing this backup needs more memory than the 20 MB that the server leaves free. Give the server more memory, or turn off backup tests with PROVE_BACKUPS=off.',
  )
  expect(existsSync(scratch)).toBe(false)
})

test('errors in the child process are reported unchanged', async () => {
  await expect(doInProcess(proof)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('an aborted task ends at once, with the reason', async () => {
  mkdirSync(path.join(scratch, 'database'), { recursive: true })
  const stopping = new AbortController()
  const doing = doInProcess(proof, stopping.signal)
  stopping.abort(new Error('given up'))
  await expect(doing).rejects.toThrow('given up')
  expect(existsSync(scratch)).toBe(false)
})
