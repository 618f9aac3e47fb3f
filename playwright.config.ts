import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const port = Number(process.env.BROWSER_TEST_PORT ?? 4173)
// Each Playwright worker also loads this file. Workers inherit the folder created by the first process.
process.env.BROWSER_TEST_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'firstbell-browser-'))
// For test/canaries/check.ts.
process.env.BROWSER_TEST_RECORDS ??= `${process.env.BROWSER_TEST_DATA_DIR}-records`

/** Runs against the built server (`node scripts/build.mjs`) with an empty database. */
export default defineConfig({
  testDir: 'test/browser',
  outputDir: 'test-results',
  snapshotPathTemplate: 'test/golden/looks/{arg}{ext}',
  // Three workers on two cores: while two tests wait for a page, the third can run.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Generous limits that end a hung test without failing a slow one. Waits return as soon as their condition is met.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['line'], ['json', { outputFile: process.env.BROWSER_TEST_REPORT ?? 'test-results/report.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    channel: undefined,
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-US',
    // The app's service worker loads 130 files into each new context. Its own tests, and those of the substitute's page, allow workers.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    // Traces add 25% to the run. Use `--trace on` when you need one. 'only-on-failure' takes a screenshot after every test
    // (10% of the run) and throws most of them away, so test.ts takes screenshots of failures itself.
    screenshot: 'off',
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: [
        // Chromium's sandbox can't run as root, which is the default user in containers.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        // Pages live for only a few seconds, so JIT optimization doesn't pay off. Disabling it cuts the run time by an eighth.
        '--js-flags=--no-opt,--no-maglev',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Disabling spare renderer processes cuts the run time by a fifth. Site isolation is off too, since our Cross-Origin-Opener-Policy
        // would start another process for each page. A route test checks that the header is sent. Chromium uses only the last
        // --disable-features, so this list repeats the features from Playwright's list that affect our tests.
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
      BROWSER_TEST_RECORDS: process.env.BROWSER_TEST_RECORDS,
      // Only warnings and errors are printed.
      LOG_LEVEL: 'info',
      // All tests share one IP address.
      RATE_LIMIT_PER_MINUTE: '100000',
      // The weakest hash settings that the server accepts, since these tests don't measure sign-up.
      PASSWORD_HASH_MEMORY_KIB: '19456',
      PASSWORD_HASH_PASSES: '2',
    },
  },
})
