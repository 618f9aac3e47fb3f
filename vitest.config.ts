import { defineConfig } from 'vitest/config'

const shared = {
  environment: 'node' as const,
  setupFiles: ['test/setup.ts'],
  restoreMocks: true,
  // What is waited for ends the wait when it comes. The usual second is nothing on a machine with ten programs for two cores.
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    tags: [
      { name: 'full', description: 'Only in npm run test:all: full size, or a case beside one that npm test keeps.' },
      { name: 'engine', description: 'Can go differently on PostgreSQL: locks, notices, jobs, plans. npm test runs these there as well.' },
    ],
    // Two cores is what the machines of CI have; more workers only wait for each other's database.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          pool: 'threads',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts', 'test/world/**/*.test.ts', 'scripts/**/*.test.mjs'],
          // A hung test ends; a slow machine does not fail one.
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
          // These kill servers and time what is left; side by side they would measure each other.
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
