import { defineConfig } from 'vitest/config'

const shared = {
  environment: 'node' as const,
  setupFiles: ['test/setup.ts'],
  restoreMocks: true,
  // Polls return as soon as they succeed. The default timeout of one second is too short on a machine that runs ten programs on two cores.
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    tags: [
      { name: 'full', description: 'Only in npm run test:all: full size, or a variant of a case that npm test covers.' },
      {
        name: 'engine',
        description: 'May behave differently on PostgreSQL: locks, notices, jobs, plans. npm test runs these there as well.',
      },
    ],
    // CI machines have two cores. More workers would only wait for each other's database.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          pool: 'threads',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts', 'test/world/**/*.test.ts', 'scripts/**/*.test.mjs'],
          // Ends a hung test without failing a slow one.
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'pages',
          environment: './test/page-environment.ts',
          pool: 'threads',
          isolate: false,
          include: ['test/pages/**/*.test.tsx'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          // These tests kill servers and measure timing, so they would interfere with each other if run in parallel. Each file has a process
          // of its own: collecting the garbage of a whole run of tests takes up to 260 ms of CPU time, which a measured call can't help.
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'engines',
          include: ['test/engines/*.test.ts'],
          pool: 'forks',
          // Node 20 has the WebSocket that Firefox needs only behind this flag.
          execArgv: ['--experimental-websocket'],
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
