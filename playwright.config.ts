import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const port = Number(process.env.BROWSER_TEST_PORT ?? 4173)
// Playwright reads this file in each of its workers too; they inherit the folder that the first one made.
process.env.BROWSER_TEST_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'firstbell-browser-'))

/** Against the built server (`node scripts/build.mjs`) on an empty database. */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  snapshotPathTemplate: 'test/golden/looks/{arg}{ext}',
  // Two cores: while two tests wait for a page, a third goes on.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A hung test ends; a slow machine does not fail one: what is waited for ends the wait when it comes.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ['json', { outputFile: process.env.BROWSER_TEST_REPORT ?? 'test-results/report.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    channel: undefined,
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-US',
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a quarter of the run; `--trace on` makes one where it is needed. 'only-on-failure' makes a screenshot at the
    // end of every test, a tenth of the run, and throws most of them away: test.ts makes those of failures.
    screenshot: 'off',
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: [
        // Chromium's sandbox does not start as root, which is what containers are.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        // A page that lives for seconds does not earn back what optimizing its scripts costs: an eighth of the run.
        '--js-flags=--no-opt,--no-maglev',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No second process stands by for each page: a fifth of the run. Nor are processes kept apart by origin, for which our
        // Cross-Origin-Opener-Policy would start one more for each page; that it is sent is a route test. The last such list
        // holds, so Playwright's own is repeated as far as these tests could notice.
        '--disable-site-isolation-trials',
        '--disable-features=SpareRendererForSitePerProcess,AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,OriginKeyedProcessesByDefault,IsolateOrigins,site-per-process,CrossOriginOpenerPolicy',
      ],
    },
  },
  webServer: {
    command: 'node --import tsx test/browser/server.ts',
    url: `http://127.0.0.1:${port}/api/health`,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    timeout: 120_000,
    stdout: 'pipe',
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: process.env.BROWSER_TEST_DATA_DIR,
      LOG_LEVEL: 'warn',
      // All tests come from one address.
      RATE_LIMIT_PER_MINUTE: '100000',
      // The weakest that the server accepts: signing up is not what these tests measure.
      PASSWORD_HASH_MEMORY_KIB: '19456',
      PASSWORD_HASH_PASSES: '2',
    },
  },
})
