/**
 * `npm test` runs the fast suite. `npm run test:all` runs every test at full size on both engines, every screen, and every benchmark. Both
 * work on a machine that has only Node installed. A failed step doesn't stop the others.
 */
import './node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const isFullSize = process.argv[2] === 'all'
if (isFullSize) process.env['TEST_SIZE'] = 'full'

const { ensurePackages, ensureSystemPackages, findChromium } = await import('./setup.mjs')
ensurePackages()
ensureSystemPackages({ hasEngines: isFullSize })
const checks = await import('./checks.mjs')
const { conclude, perform } = checks

const hasBuild = perform(checks.build)
// The browser tests spend half their time waiting, so other tests run in parallel.
await Promise.all([unitTests(), browserTests(), staticChecks().then(faultTests).then(databaseTests)])
if (isFullSize) {
  if (await hasBuild) await perform(checks.engineTests)
  await perform(checks.screens)
  await perform(checks.bench)
}
conclude()

async function staticChecks() {
  await Promise.all(
    [checks.layout, checks.lint, checks.types, checks.fences, checks.lockFile, checks.packages, checks.unused].map((check) =>
      perform(check),
    ),
  )
}

async function unitTests() {
  await perform(checks.migratedDatabase)
  await perform(checks.unitTests)
}

async function databaseTests() {
  await perform({ ...checks.databaseTests, run: onPostgres })
}

/** Runs the tests whose result can depend on the engine, on a dedicated PostgreSQL server. */
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

/** Skipped after a failed build, which already counts as a failure. The fault tests would only fail too, with less useful messages. */
async function faultTests() {
  if (await hasBuild) await perform(checks.faultTests)
}

async function browserTests() {
  if (!(await hasBuild)) return
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-browser-'))
  const records = `${folder}-records`
  try {
    await perform(checks.browserTests, { BROWSER_TEST_DATA_DIR: folder, BROWSER_TEST_RECORDS: records, CHROME_PATH: findChromium() })
    await perform(checks.canaries, { BROWSER_TEST_DATA_DIR: folder, BROWSER_TEST_RECORDS: records })
  } finally {
    for (const used of [folder, records]) rmSync(used, { recursive: true, force: true })
  }
}
