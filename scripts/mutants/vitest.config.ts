import { defineConfig } from 'vitest/config'

/** The tests of the rules that move plans, which find the mutants (docs/mutants.md). */
export default defineConfig({ test: { include: ['src/shared/moves/**/*.test.ts'], setupFiles: ['scripts/mutants/setup.ts'] } })
