import { groups } from './groups.mjs'

const group = process.env['MUTANTS'] ?? 'moves'
const { mutate, timeoutMS = 120_000 } = groups[group] ?? {}
if (!mutate) throw new Error(`MUTANTS must be one of: ${Object.keys(groups).join(', ')}`)

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
  mutate,
  ignorePatterns: ['/bench', '/docs', '/dist', '/public', '/test/browser', '/test/golden', '/test/recorded-calls'],
  concurrency: 1,
  // Long by default, because a mutant that waits for another one's database isn't one that hangs.
  timeoutMS,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: `.cache/mutants-${group}.json` },
  tempDirName: `.cache/stryker-${group}`,
  symlinkNodeModules: true,
  // Mutants that don't compile aren't run. Stryker needs a TypeScript before version 7, so `npm run mutants` downloads one.
  checkers: ['typescript'],
  tsconfigFile: 'scripts/mutants/tsconfig.json',
}
