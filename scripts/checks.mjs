/**
 * The steps of `npm run check`, `npm test` and `npm run test:all`. Each step runs to completion and reports its passes and failures.
 *
 * 1. A step that exits with an error counts as at least one failure, whatever it reported.
 * 2. A test run without any tests is a failure.
 * 3. The last lines of the output explain why a run failed: the end of each failed step's output, then every failure with its reason,
 *    including errors outside of tests. CI keeps only the end of a log.
 * 4. Tests are never retried (ADR 34).
 * 5. With TEST_SIZE=full, every test runs at its full size. Otherwise tests tagged `full` are skipped.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { run } from './child-processes.mjs'
import { isBuilt, projectRoot } from './project.mjs'
import { databaseTestFiles, engineTestFiles, quickTestFiles } from './test-files.mjs'
import { countPlaywright, countVitest, failuresOfPlaywright, failuresOfUnhandled, failuresOfVitest } from './test-reports.mjs'

/**
 * @typedef {import('./test-reports.mjs').Counts} Counts
 * @typedef {Counts & { output?: string, failures?: string[], processorSeconds?: number | undefined }} Result
 * @typedef {Record<string, string | undefined>} Env
 * @typedef {{ name: string, run: (env?: Env) => Promise<Result> }} Check
 */

/** @param {string} file */
const bin = (file) => path.join(projectRoot, 'node_modules', file)

const node = process.execPath
/** @type {[string, ...string[]]} */
const npm = process.env.npm_execpath ? [node, process.env.npm_execpath] : ['npm']

/**
 * Returns a check that passes if the command exits with code 0.
 * @param {string} name
 * @param {[program: string, ...args: string[]]} command
 * @returns {Check}
 */
const oneCheck = (name, [program, ...args]) => ({
  name,
  run: async (env) => {
    const { code, output, processorSeconds } = await run(program, args, {
      cwd: projectRoot,
      ...(env && { env: { ...process.env, ...env } }),
    })
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output, processorSeconds }
  },
})

/**
 * Combines several checks into one step.
 * @param {string} name
 * @param {Check[]} checks
 * @returns {Check}
 */
const together = (name, checks) => ({
  name,
  run: async () => {
    const results = await Promise.all(checks.map((check) => check.run()))
    /** @param {keyof Counts | 'processorSeconds'} count */
    const sum = (count) => results.reduce((total, result) => total + (result[count] ?? 0), 0)
    const output = results.map(({ output }) => output).join('')
    return { passed: sum('passed'), failed: sum('failed'), skipped: 0, output, processorSeconds: sum('processorSeconds') }
  },
})

/**
 * Returns a type check of one project.
 * @param {string} folder Contains a tsconfig.json: one side's, or the root's, which includes tests and scripts.
 */
const typesIn = (folder) => {
  const kept = path.join('.cache/types', folder, 'tsbuildinfo')
  return oneCheck('types', [node, bin('typescript/bin/tsc'), '-p', folder, '--incremental', '--tsBuildInfoFile', kept])
}
export const types = together('types', ['src/shared', 'src/server', 'src/web', '.'].map(typesIn))
/** Finds code that nothing uses, or that only tests use (knip.config.ts). */
export const unused = together(
  'nothing unused',
  [[], ['--production']].map((mode) => oneCheck('unused', [node, bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints', ...mode])),
)
export const lint = oneCheck('lint and format', [node, bin('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '.'])
export const fences = oneCheck('fences', [node, 'scripts/check-fences.mjs'])
export const layout = oneCheck('layout', [node, 'scripts/check-layout.mjs'])
export const packages = oneCheck('packages', [node, 'scripts/check-packages.mjs'])
/** Checks that npm accepts the lock file on a machine without packages, on any platform. */
export const lockFile = oneCheck('lock file', [...npm, 'ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'])
/**
 * Builds, unless the build is current.
 * @type {Check}
 */
export const build = {
  name: 'build',
  run: async () => (isBuilt() ? { passed: 1, failed: 0, skipped: 0 } : oneCheck('build', [node, 'scripts/build.mjs']).run()),
}

/** Creates the migrated database before the tests that copy it. Otherwise each of them would create its own. */
export const migratedDatabase = oneCheck('migrated database', [
  node,
  '--import',
  'tsx',
  '-e',
  "import('#test/migrated.ts').then((made) => made.migratedDump())",
])

const isFullSize = process.env['TEST_SIZE'] === 'full'

/**
 * @template Report
 * @typedef {{ count: (report: Report) => Counts, failures: (report: Report) => string[] }} Reading Parses a runner's JSON report.
 */

/**
 * Returns a check that runs tests and reads their JSON report.
 * @template Report
 * @param {string} name
 * @param {(report: string) => string[]} args
 * @param {Reading<Report>} reading
 * @param {{ reportEnv?: string }} [options]
 * @returns {Check}
 */
const testRun = (name, args, reading, { reportEnv } = {}) => ({
  name,
  run: async (env = {}) => {
    const report = path.join(projectRoot, '.cache/reports', `${name.replaceAll(' ', '-')}.json`)
    const unhandled = report.replace(/\.json$/, '-unhandled.json')
    mkdirSync(path.dirname(report), { recursive: true })
    for (const file of [report, unhandled]) rmSync(file, { force: true })
    const { code, output, processorSeconds } = await run(process.execPath, args(report), {
      cwd: projectRoot,
      env: { ...process.env, ...env, UNHANDLED_ERRORS: unhandled, ...(reportEnv && { [reportEnv]: report }) },
    })
    return { output, processorSeconds, ...resultOf(reading, { report, unhandled, code }) }
  },
})

/**
 * @template Report
 * @param {Reading<Report>} reading
 * @param {{ report: string, unhandled: string, code: number }} run
 * @returns {Counts & { failures: string[] }}
 */
function resultOf({ count, failures }, { report, unhandled, code }) {
  const none = { passed: 0, failed: 1, skipped: 0 }
  /** @type {Report} */
  let read
  try {
    read = JSON.parse(readFileSync(report, 'utf8'))
  } catch (error) {
    return { ...none, failures: [`The tests wrote no report: ${error}`] }
  }
  const outside = existsSync(unhandled) ? failuresOfUnhandled(JSON.parse(readFileSync(unhandled, 'utf8'))) : []
  const counts = count(read)
  const failed = counts.failed + outside.length
  if (counts.passed + failed === 0) return { ...none, failures: ['No test ran.'] }
  if (code !== 0 && failed === 0)
    return { ...counts, failed: 1, failures: [`The tests exited with code ${code} but reported no failures.`] }
  return { ...counts, failed, failures: [...failures(read), ...outside] }
}

/**
 * Returns a check that runs Vitest. `tags` is a tag filter that limits which tests run.
 * @param {string} name
 * @param {string[]} args
 * @param {{ tags?: string }} [options]
 */
export const vitest = (name, args, { tags = isFullSize ? '' : '!full' } = {}) =>
  testRun(
    name,
    // A test's embedded database is too short-lived for optimized WebAssembly to pay off.
    (report) => [
      '--liftoff-only',
      bin('vitest/vitest.mjs'),
      'run',
      ...args,
      ...(tags ? [`--tags-filter=${tags}`] : []),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--reporter=${path.join(import.meta.dirname, 'unhandled-errors-reporter.mjs')}`,
    ],
    { count: countVitest, failures: failuresOfVitest },
  )

export const unitTests = vitest('unit and route tests', ['--project=unit', '--project=pages'])
/** The tests of `npm run check`. */
export const quickTests = vitest('tests without a database', ['--project=unit', ...quickTestFiles()])
const ON_POSTGRES = 'database tests on PostgreSQL'
export const databaseTests = isFullSize
  ? vitest(ON_POSTGRES, ['--project=unit', ...databaseTestFiles()])
  : vitest(ON_POSTGRES, ['--project=unit', ...engineTestFiles()], { tags: 'engine && !full' })
export const faultTests = vitest('fault tests', ['--project=faults'])
/** One journey per feature in Firefox and in WebKit, and calendar programs that read a feed. */
export const engineTests = vitest('tests with other programs', ['--project=engines'])
export const browserTests = testRun(
  'browser tests',
  () => [bin('@playwright/test/cli.js'), 'test', ...(isFullSize ? [] : ['--grep-invert=@full'])],
  { count: countPlaywright, failures: failuresOfPlaywright },
  { reportEnv: 'BROWSER_TEST_REPORT' },
)

/** Looks for secrets and encrypted texts in what the browser tests' server has left. */
export const canaries = oneCheck('canaries', [node, '--import', 'tsx', 'test/canaries/check.ts'])

/**
 * Takes screenshots of every screen and dialog at five widths and in both themes, and runs axe on each. Stores the screenshots in
 * .cache/screens.
 */
export const screens = oneCheck('screens', [node, path.join(import.meta.dirname, 'take-pictures.mjs'), 'check'])

/** Runs every benchmark on minimal data, only to check that it still runs. */
export const bench = oneCheck('bench', [node, path.join(import.meta.dirname, 'bench.mjs'), '--smallest'])

/** Number of lines to print from the end of a failed step's output. */
const LAST_LINES = 60

/** @typedef {Result & { name: string, seconds: number }} Step */
/** @type {Step[]} */
const steps = []

/**
 * Runs one check, prints its result and duration, and keeps it for the summary. Resolves with true if nothing failed.
 * @param {Check} check
 * @param {Env} [env]
 */
export async function perform({ name, run }, env) {
  const begun = performance.now()
  const result = await run(env).catch((error) => /** @type {Result} */ ({ passed: 0, failed: 1, skipped: 0, output: error.stack }))
  const step = { ...result, name, seconds: (performance.now() - begun) / 1000 }
  steps.push(step)
  console.log(lineOf(step))
  return step.failed === 0
}

/** @param {Step} step */
function lineOf({ name, passed, failed, seconds, processorSeconds }) {
  const counts = passed + failed > 1 ? ` (${passed} passed, ${failed} failed)` : ''
  const processor = processorSeconds === undefined ? '' : `, ${processorSeconds.toFixed(1)} s CPU time`
  return `${failed === 0 ? '✔' : '✘'} ${name}${counts}  ${seconds.toFixed(1)} s${processor}`
}

/**
 * Returns the last lines of a step's output, without trailing blank lines.
 * @param {string} output
 */
const endOf = (output) => stripVTControlCharacters(output).trimEnd().split('\n').slice(-LAST_LINES).join('\n')

/** Prints the reason for each failure, the duration of each step, and the total on its own line. Exits with code 1 if anything failed. */
export function conclude() {
  const failed = steps.filter((step) => step.failed > 0)
  for (const { name, output = '' } of failed) if (output.trim()) console.log(`\n── last output of ${name}\n${endOf(output)}`)
  for (const { name, failures = [] } of failed)
    if (failures.length > 0) console.log(`\n── ${name}\n${failures.map((text) => `✘ ${text}`).join('\n')}`)
  const seconds = process.uptime()
  const processor = steps.reduce((sum, step) => sum + (step.processorSeconds ?? 0), 0)
  console.log(`\n${steps.map(lineOf).join('\n')}`)
  console.log(`  total  ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s CPU time`)
  /** @param {keyof Counts} count */
  const sum = (count) => steps.reduce((total, step) => total + step[count], 0)
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : ''
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
  process.exit(failed.length === 0 ? 0 : 1)
}
