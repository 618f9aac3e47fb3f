import { defineConfig } from 'vitest/config'

/** The tests of the rules that move plans, which find the mutants (docs/mutants.md). */
export default defineConfig({
  // Like vitest.config.ts, this ends a hung test without failing a slow one.
  test: { include: ['src/shared/moves/**/*.test.ts'], setupFiles: ['scripts/mutants/setup.ts'], testTimeout: 600_000 },
})
