/**
 * `node --import tsx test/canaries/check.ts`, after the browser tests: looks for what they entered in secret and encrypted fields in
 * everything that their server has left: the data folder with its write-ahead log and a backup, the log, errors, addresses, and the build.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from '../commands.ts'
import { RECORDS } from './record.ts'
import { type Canary, filesIn, findCanaries } from './search.ts'

const { BROWSER_TEST_DATA_DIR: dataDir = '', BROWSER_TEST_RECORDS: records = '' } = process.env

/** Kinds of which the journeys leave at least one. */
const REQUIRED = [
  ...['password', 'emergencyProcedures', 'studentNotes', 'substituteInstructions', 'report', 'session token', 'one-time code'],
  ...['OAuth code', 'address of a link', 'address of a calendar', 'Drive token', 'refresh token', 'STRIPE_WEBHOOK_SECRET', 'key'],
]
/** Kinds that are part of an address by design. */
const IN_ADDRESSES = ['address of a link', 'address of a calendar', 'OAuth code']

const backup = await runCommand('backup', [], { DATA_DIR: dataDir })
if (backup.code !== 0) throw new Error(backup.output)

const recorded = (name: keyof typeof RECORDS): string => path.join(records, RECORDS[name])
const key = readFileSync(path.join(dataDir, 'keys'), 'utf8')
const lines = readFileSync(recorded('canaries'), 'utf8').trim().split('\n')
const all = [{ kind: 'key', text: key }, ...[...new Set(lines)].map((line) => JSON.parse(line) as Canary)].filter(
  ({ text }) => text.length >= 8,
)

// A text that a test also enters in an ordinary field, or that is part of the app, proves nothing.
const ordinary = readFileSync(recorded('ordinary'), 'utf8')
const sources = filesIn('src')
  .filter((file) => !/\.test\.tsx?$|\bsamples\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const canaries = all.filter(({ text }) => !ordinary.includes(text) && !sources.includes(text))
const missing = REQUIRED.filter((kind) => !canaries.some((canary) => canary.kind === kind))
const found = [
  ...(await findCanaries(canaries, [
    ...filesIn(dataDir).filter((file) => file !== path.join(dataDir, 'keys')),
    ...filesIn('dist').filter((file) => !file.endsWith('.map')),
    ...(['log', 'errors'] as const).map(recorded),
  ])),
  ...(await findCanaries(
    canaries.filter(({ kind }) => !IN_ADDRESSES.includes(kind)),
    [recorded('addresses')],
  )),
]
for (const kind of missing) found.push(`No test left a recognizable text of this kind: ${kind}`)
if (!existsSync(recorded('log'))) found.push('The log is missing')
const kinds = new Set(canaries.map(({ kind }) => kind)).size
process.stdout.write(`${[...found, `${canaries.length} texts of ${kinds} kinds, ${found.length} problems`].join('\n')}\n`)
process.exitCode = found.length > 0 ? 1 : 0
