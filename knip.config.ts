import type { KnipConfig } from 'knip'

/**
 * Finds unused files, exports and packages. Plain `knip` counts use in tests. `knip --production` doesn't, so it finds code that only tests
 * use. Patterns for production code end with an exclamation mark.
 */
export default {
  entry: [
    'src/server/main.ts!',
    'src/server/commands/{admin,backup,doctor,healthy,keys,move,restore}.ts!',
    'src/server/lib/db/embedded/pglite-worker.ts!',
    'src/server/lib/pdf/plan-pdf-worker.ts!',
    'src/server/lib/reading/reading-worker.ts!',
    'src/server/lib/word/word-worker.ts!',
    'src/server/lib/backup/backup-worker.ts!',
    // Read by test/data-map-page.ts, which writes docs/data-map.md.
    'src/server/**/data-map.ts',
    'src/web/{main,static-pages}.tsx!',
    'src/web/shell/first-paint.js!',
    'src/web/shell/app-worker.ts!',
    'src/web/sub-page/{main,worker}.ts!',
    'scripts/*.mjs!',
    'scripts/type-breaches/*.ts',
    'scripts/mutants/*.{mjs,ts}',
    // Started by path (scripts/checks.mjs).
    'test/canaries/check.ts',
    'bench/saves/write.mjs',
    'bench/search/fill.mjs',
    'bench/users/fill.mjs',
    'bench/server/*.mjs',
    'bench/week-change/pages/*/main.js',
    'vite.*.config.ts',
  ],
  project: ['src/**!', '!src/**/samples.ts!', '!src/**/data-map.ts!', 'scripts/**!', 'bench/**', 'test/**', '*.ts'],
  // The benchmarks install these packages from their own lock files.
  ignore: ['bench/landing/**', 'bench/week-change/pages/fullcalendar/**'],
  ignoreBinaries: ['apt-get', 'buildah', 'debootstrap', 'ldd', 'mount', 'pkill', 'stryker', 'umount', 'WebKitWebDriver', 'Xvfb'],
  // Started by path (scripts/checks.mjs, test/api-client.test.ts), loaded by dependency-cruiser (swc), or downloaded by npm run mutants.
  ignoreDependencies: [
    '@biomejs/biome',
    '@stryker-mutator/typescript-checker',
    '@stryker-mutator/vitest-runner',
    '@swc/core',
    'dependency-cruiser',
    'oazapfts',
    '@oazapfts/runtime',
  ],
  ignoreExportsUsedInFile: process.argv.includes('--production'),
} satisfies KnipConfig
