/**
 * `npm test`: the fast suite, and `npm run test:all`: every test at its full size, on both engines, every screen, and every
 * part of the bench. On a machine that may have nothing but Node. A step that fails doesn't keep the others from running.
 */
import './node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const isFullSize = process.argv[2] === 'all'
if (isFullSize) process.env['TEST_SIZE'] = 'full'

const { ensurePackages, ensureSystemPackages, findChromium } = await import('./setup.mjs')
ensurePackages()
ensureSystemPackages()
const checks = await import('./checks.mjs')
const { conclude, perform } = checks

const hasBuild = perform(checks.build)
// The browser waits half of its time, so tests that don't need one fill the processors beside it.
await Promise.all([unitTests(), browserTests(), staticChecks().then(faultTests).then(databaseTests)])
if (isFullSize) {
  await perform(checks.screens)
  await perform(checks.bench)
}
conclude()

async function staticChecks() {
  await Promise.all(
    [checks.layout, checks.lint, checks.types, checks.fences, checks.lockFile, checks.unused].map((check) => perform(check)),
  )
}

async function unitTests() {
  await perform(checks.migratedDatabase)
  await perform(checks.unitTests)
}

async function databaseTests() {
  await perform({ ...checks.databaseTests, run: onPostgres })
}

/** The tests whose result can depend on the engine, on a PostgreSQL that is there for them alone. */
async function onPostgres() {
  const { startPostgres } = await import('#test/postgres.mjs')
  const { watchProcessorTime } = await import('./processor-time.mjs')
  const postgres = await startPostgres()
  const endWatch = watchProcessorTime(postgres.pid())
  try {
    const result = await checks.databaseTests.run({ TEST_DATABASE_URL: postgres.url })
    const ofServer = endWatch()
    return { ...result, processorSeconds: ofServer && result.processorSeconds && ofServer + result.processorSeconds }
  } finally {
    await postgres.stop()
  }
}

/** On a build that failed these would only fail again, less clearly; the failed build is counted. */
async function faultTests() {
  if (await hasBuild) await perform(checks.faultTests)
}

async function browserTests() {
  if (!(await hasBuild)) return
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-browser-'))
  try {
    await perform(checks.browserTests, { BROWSER_TEST_DATA_DIR: folder, CHROME_PATH: findChromium() })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
