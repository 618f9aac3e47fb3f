/** `npm test`: everything, on a machine that may have nothing but Node. A step that fails does not keep the others from running. */
import './node-version.mjs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const { ensurePackages, ensureSystemPackages, findChromium } = await import('./setup.mjs')
ensurePackages()
ensureSystemPackages()
const checks = await import('./checks.mjs')
const { conclude, perform } = checks

await Promise.all([checks.types, checks.lint, checks.layout, checks.unused].map((check) => perform(check)))
const [hasBuild] = await Promise.all([checks.build, checks.migratedDatabase, checks.fences, checks.lockFile].map((check) => perform(check)))
// The fault tests mostly wait for disks and processes, and leave one processor to the others. On a build that failed
// they, and a browser, would only fail again, less clearly; the failed build is counted.
await Promise.all([hasBuild && perform(checks.faultTests), otherTests()])
conclude()

async function otherTests() {
  await perform(checks.unitTests)
  await perform({ ...checks.databaseTests, run: onPostgres })
  if (hasBuild) await perform({ ...checks.browserTests, run: inBrowser })
}

/** The database tests once more, on a PostgreSQL that is there for them alone. */
async function onPostgres() {
  const { startPostgres } = await import('#test/postgres.mjs')
  const postgres = await startPostgres()
  try {
    return await checks.databaseTests.run({ TEST_DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}

async function inBrowser() {
  const folder = mkdtempSync(path.join(tmpdir(), 'firstbell-browser-'))
  try {
    return await checks.browserTests.run({ BROWSER_TEST_DATA_DIR: folder, CHROME_PATH: findChromium() })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
