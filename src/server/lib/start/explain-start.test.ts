import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { explainStart } from './explain-start.ts'

test('a lock that can’t be made in the data folder isn’t explained as a port', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-start-'))
  const dataDir = path.join(folder, 'data')
  writeFileSync(dataDir, '')
  const error = await new Promise((resolve) => createServer().on('error', resolve).listen(path.join(dataDir, 'database.lock')))
  rmSync(folder, { recursive: true })
  const { sentence, exitCode } = explainStart(error, { databaseUrl: undefined, dataDir, host: '127.0.0.1', port: 3000 })
  expect([exitCode, sentence]).toEqual([
    78,
    expect.stringContaining(`${dataDir}/database.lock can't be created or written (ENOTDIR). Set DATA_DIR`),
  ])
})
