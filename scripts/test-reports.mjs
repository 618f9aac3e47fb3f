/** Reads the JSON reports of Vitest and Playwright: how many tests passed and failed, and why. */
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from './project.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest */
/** @typedef {{ status: string, name?: string, message?: string, assertionResults: VitestTest[] }} TestFile */
/** @typedef {{ title: string, ok: boolean, tests: { results: { errors: { message?: string }[] }[] }[] }} Spec */
/** @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ suites?: Suite[], errors: { message?: string }[] }} PlaywrightReport */

const REASON_LINES = 14
/**
 * Returns the test name with the first lines of the reason, without terminal colors.
 * @param {string} name
 * @param {string} [reason]
 */
const failure = (name, reason = '') => {
  const lines = stripVTControlCharacters(reason)
    .split('\n')
    .filter((line) => line.trim())
  return [name, ...lines.slice(0, REASON_LINES).map((line) => `    ${line.slice(0, 300)}`)].join('\n')
}

/**
 * Returns the failures in a Vitest report, with reasons.
 * @param {{ testResults: TestFile[] }} report
 */
export const failuresOfVitest = ({ testResults }) =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name = 'a file', message, assertionResults }) =>
      assertionResults.length === 0
        ? [failure(path.relative(projectRoot, name), message)]
        : assertionResults
            .filter((test) => test.status === 'failed')
            .map((test) => failure(`${path.relative(projectRoot, name)} › ${test.fullName}`, test.failureMessages?.join('\n'))),
    )

/**
 * Returns the errors outside of tests that unhandled-errors-reporter.mjs recorded, and where they occurred.
 * @param {{ where: string, message: string }[]} errors
 */
export const failuresOfUnhandled = (errors) =>
  errors.map(({ where, message }) => failure(`outside of a test, while running ${where.replace(`${projectRoot}/`, '')}`, message))

/**
 * Returns the failures in a Playwright report, with reasons.
 * @param {PlaywrightReport} report
 * @returns {string[]}
 */
export const failuresOfPlaywright = ({ suites = [], errors }) => [
  ...suites.flatMap((suite) => failuresOfSuite(suite, [])),
  ...errors.map(({ message }) => failure('outside of a test', message)),
]

/**
 * @param {Suite} suite
 * @param {string[]} above
 * @returns {string[]}
 */
const failuresOfSuite = ({ title, specs = [], suites = [] }, above) => {
  const names = [...above, title]
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const reasons = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors.map(({ message }) => message))
        return failure([...names, title].join(' › '), reasons.join('\n'))
      }),
    ...suites.flatMap((suite) => failuresOfSuite(suite, names)),
  ]
}

/**
 * Counts the tests in a Vitest or Jest JSON report. A file that couldn't be loaded counts as a failure.
 * @param {Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number> & { testResults: TestFile[] }} report
 * @returns {Counts}
 */
export const countVitest = (report) => ({
  passed: report.numPassedTests,
  failed:
    report.numFailedTests + report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
  skipped: report.numPendingTests + report.numTodoTests,
})

/**
 * Counts the tests in a Playwright JSON report.
 * @param {{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>, errors: object[] }} report
 * @returns {Counts}
 */
export const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
  skipped: stats.skipped,
})
