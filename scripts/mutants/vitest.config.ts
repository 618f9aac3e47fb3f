import { defineConfig } from 'vitest/config'
import usual from '../../vitest.config.ts'
import { groups } from './groups.mjs'

/** The tests that find the mutants of one group (docs/mutants.md). */
export default defineConfig({
  test: {
    include: groups[process.env['MUTANTS'] ?? 'moves']?.tests ?? [],
    setupFiles: ['test/setup.ts', 'scripts/mutants/setup.ts'],
    tags: usual.test?.tags ?? [],
    restoreMocks: true,
    expect: { poll: { timeout: 30_000 } },
    // Like vitest.config.ts, this ends a hung test without failing a slow one.
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
})
