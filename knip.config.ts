import type { KnipConfig } from 'knip'

/**
 * What nobody uses: files, exports and packages. `knip` sees tests as users; `knip --production` does not, and finds
 * what lives for its tests alone. Code of the product ends in an exclamation mark.
 */
export default {
  entry: [
    'src/server/main.ts!',
    'src/server/commands/{admin,backup,restore,move}.ts!',
    'src/server/lib/db/pglite-worker.ts!',
    'src/server/lib/backup/backup-worker.ts!',
    'src/web/{main,static-pages}.tsx!',
    'src/web/shell/first-paint.js!',
    'scripts/*.mjs!',
    'scripts/type-breaches/*.ts',
    'bench/saves/write.mjs',
    'bench/search/fill.mjs',
    'bench/users/fill.mjs',
    'bench/server/*.mjs',
    'bench/week-change/pages/*/main.js',
    'vite.*.config.ts',
  ],
  project: ['src/**!', '!src/**/samples.ts!', 'scripts/**!', 'bench/**', 'test/**', '*.ts'],
  // Their packages are installed by the bench, from lock files of their own.
  ignore: ['bench/landing/**', 'bench/week-change/pages/fullcalendar/**'],
  ignoreBinaries: ['apt-get', 'mount', 'umount'],
  // Started by their path (scripts/checks.mjs, test/api-client.test.ts), or, in the case of swc, by dependency-cruiser.
  ignoreDependencies: ['@biomejs/biome', '@swc/core', 'dependency-cruiser', 'oazapfts', '@oazapfts/runtime'],
  ignoreExportsUsedInFile: process.argv.includes('--production'),
} satisfies KnipConfig
