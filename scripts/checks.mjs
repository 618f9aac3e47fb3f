/**
 * The checks of `npm run check` and `npm test`: each runs to its end and says how many passed and failed.
 *
 * 1. A check that ends badly counts at least one failure, whatever it reported.
 * 2. A test run in which no test ran is a failure.
 * 3. What failed stands at the end of all that is printed, with its reason: of a long log little else may be kept.
 * 4. Browser tests that fail are run once more, alone. One that passes then is named, and counts as passed (ADR 33).
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { run } from './child-processes.mjs'
import { isBuilt, projectRoot } from './project.mjs'
import { countPlaywright, countVitest, failuresOfPlaywright, failuresOfVitest } from './test-reports.mjs'

/**
 * @typedef {import('./test-reports.mjs').Counts} Counts
 * @typedef {Counts & { output?: string, failures?: string[], notes?: string[] }} Result
 * @typedef {Record<string, string | undefined>} Env
 * @typedef {{ name: string, isShown?: boolean, run: (env?: Env) => Promise<Result> }} Check
 */

/** @param {string} file */
const bin = (file) => path.join(projectRoot, 'node_modules', file)

const node = process.execPath
/** @type {[string, ...string[]]} */
const npm = process.env.npm_execpath ? [node, process.env.npm_execpath] : ['npm']

/**
 * Returns a check that either holds or does not.
 * @param {string} name
 * @param {[program: string, ...args: string[]]} command
 * @returns {Check}
 */
const oneCheck = (name, [program, ...args]) => ({
  name,
  run: async () => {
    const { code, output } = await run(program, args, { cwd: projectRoot })
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output }
  },
})

/**
 * Returns checks that count as one.
 * @param {string} name
 * @param {Check[]} checks
 * @returns {Check}
 */
const together = (name, checks) => ({
  name,
  run: async () => {
    const results = await Promise.all(checks.map((check) => check.run()))
    /** @param {keyof Counts} count */
    const sum = (count) => results.reduce((total, result) => total + result[count], 0)
    return { passed: sum('passed'), failed: sum('failed'), skipped: 0, output: results.map(({ output }) => output).join('') }
  },
})

/** @param {string} folder One with a tsconfig.json: a side with what it may know of, or everything, tests and scripts too, with all. */
const typesIn = (folder) => {
  const kept = path.join('.cache/types', folder, 'tsbuildinfo')
  return oneCheck('types', [node, bin('typescript/bin/tsc'), '-p', folder, '--incremental', '--tsBuildInfoFile', kept])
}
export const types = together('types', ['src/shared', 'src/server', 'src/web', '.'].map(typesIn))
/** What nobody uses, and what only its tests use (knip.config.ts). */
export const unused = together(
  'nothing unused',
  [[], ['--production']].map((mode) => oneCheck('unused', [node, bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints', ...mode])),
)
export const lint = oneCheck('lint and format', [node, bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'])
export const fences = oneCheck('fences', [node, 'scripts/check-fences.mjs'])
export const layout = oneCheck('layout', [node, 'scripts/check-layout.mjs'])
/** Whether npm would take the lock file on a machine without packages, whatever its platform. */
export const lockFile = oneCheck('lock file', [...npm, 'ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'])
/**
 * A build that is there and current stands for itself.
 * @type {Check}
 */
export const build = {
  name: 'build',
  run: async () => (isBuilt() ? { passed: 1, failed: 0, skipped: 0 } : oneCheck('build', [node, 'scripts/build.mjs']).run()),
}

/** Made before the tests that copy it, which would each make it. */
export const migratedDatabase = oneCheck('migrated database', [
  node,
  '--import',
  'tsx',
  '-e',
  "import('#test/migrated.ts').then((made) => made.migratedDump())",
])

/**
 * Returns a run of tests that leaves a JSON report for `count`, and shows its own progress unless another runs beside it.
 * @template Report
 * @param {string} name
 * @param {(report: string) => string[]} args
 * @param {{ count: (report: Report) => Counts, failures: (report: Report) => string[] }} reading
 * @param {{ reportEnv?: string, isShown?: boolean }} [options]
 * @returns {Check}
 */
const testRun = (name, args, reading, { reportEnv, isShown = true } = {}) => ({
  name,
  isShown,
  run: async (env = {}) => {
    const report = path.join(projectRoot, '.cache/reports', `${name.replaceAll(' ', '-')}.json`)
    mkdirSync(path.dirname(report), { recursive: true })
    rmSync(report, { force: true })
    const { code, output } = await run(process.execPath, args(report), {
      cwd: projectRoot,
      isShown,
      env: { ...process.env, ...env, ...(reportEnv && { [reportEnv]: report }) },
    })
    return { output, ...settle(reading, report, code) }
  },
})

/**
 * @template Report
 * @param {{ count: (report: Report) => Counts, failures: (report: Report) => string[] }} reading
 * @param {string} report
 * @param {number} code
 * @returns {Result}
 */
function settle({ count, failures }, report, code) {
  /** @type {Result} */
  let counts
  try {
    const read = JSON.parse(readFileSync(report, 'utf8'))
    counts = { ...count(read), failures: failures(read) }
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, output: `The tests left no report: ${error}` }
  }
  if (counts.passed + counts.failed === 0) return { ...counts, failed: 1, output: 'No test ran.' }
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1, output: `The tests ended with code ${code}.` }
  return counts
}

/**
 * @param {string} name
 * @param {string[]} args
 * @param {{ isShown?: boolean }} [options]
 */
const vitest = (name, args, options) =>
  testRun(
    name,
    // The embedded database of a test does not live long enough for optimizing it.
    (report) => [
      '--liftoff-only',
      bin('vitest/vitest.mjs'),
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { count: countVitest, failures: failuresOfVitest },
    options,
  )

export const unitTests = vitest('unit and route tests', ['run', '--project=unit', '--project=pages'])
/** Those of the unit tests that reach a database. */
export const databaseTests = vitest('database tests on PostgreSQL', ['related', '--run', '--project=unit', 'test/database.ts'], {
  isShown: false,
})
export const faultTests = vitest('fault tests', ['run', '--project=faults'], { isShown: false })
const PLAYWRIGHT = bin('@playwright/test/cli.js')
const byPlaywright = { count: countPlaywright, failures: failuresOfPlaywright }
const allInBrowser = testRun('browser tests', () => [PLAYWRIGHT, 'test'], byPlaywright, { reportEnv: 'BROWSER_TEST_REPORT' })
const failedAlone = testRun('browser tests once more', () => [PLAYWRIGHT, 'test', '--last-failed', '--workers=1'], byPlaywright, {
  reportEnv: 'BROWSER_TEST_REPORT',
})
/** @type {Check} On a database of its own: the first try has left its people in the other. */
const onceMore = {
  ...failedAlone,
  run: ({ BROWSER_TEST_DATA_DIR: folder, ...env } = {}) =>
    failedAlone.run({ ...env, ...(folder && { BROWSER_TEST_DATA_DIR: path.join(folder, 'once-more') }) }),
}

/** What more failures than these have in common is no chance. */
const MOST_ONCE_MORE = 6

/**
 * Returns a run of tests of which those that failed have a second try, without any other beside them.
 * @param {Check} all
 * @param {Check} again
 * @returns {Check}
 */
export const withSecondTry = (all, again) => ({
  ...all,
  run: async (env) => {
    const first = await all.run(env)
    if (first.failed === 0 || first.failed > MOST_ONCE_MORE || first.passed === 0) return first
    const second = await again.run(env)
    if (second.passed + second.failed !== first.failed) return first
    return {
      ...second,
      passed: first.passed + second.passed,
      skipped: first.skipped,
      notes: [`${second.passed} of ${first.failed} browser tests that failed have passed alone:`, ...(first.failures ?? [])],
    }
  },
})

export const browserTests = withSecondTry(allInBrowser, onceMore)

const total = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} What is said at the end. */
const atTheEnd = []

/**
 * Runs one check, says how it went and how long it took, and adds it to the total. Resolves with whether nothing failed.
 * @param {Check} check
 * @param {Env} [env]
 */
export async function perform(check, env) {
  if (check.isShown) console.log(`\n── ${check.name}`)
  const begun = performance.now()
  const {
    passed,
    failed,
    skipped,
    output = '',
    failures = [],
    notes = [],
  } = await check.run(env).catch((error) => /** @type {Result} */ ({ passed: 0, failed: 1, skipped: 0, output: error.stack }))
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  atTheEnd.push(...notes, ...failures.map((text) => `✘ ${text}`))
  const counts = passed + failed > 1 ? ` (${passed} passed, ${failed} failed)` : ''
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${failed === 0 ? '✔' : '✘'} ${check.name}${counts}  ${seconds} s`)
  if (failed > 0 && output.trim()) console.log(`${output.trim()}\n`)
  return failed === 0
}

/** Prints what failed, the total on a line of its own, and ends, with code 1 if anything failed. */
export function conclude() {
  if (atTheEnd.length > 0) console.log(`\n${atTheEnd.join('\n')}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exit(total.failed === 0 ? 0 : 1)
}
