/** A Vitest reporter for errors outside of tests, which Vitest's JSON report omits. Writes them to the file named by UNHANDLED_ERRORS. */
import { writeFileSync } from 'node:fs'

export default class UnhandledErrorsReporter {
  /**
   * @param {unknown} _modules
   * @param {readonly { name?: string, message: string, stack?: string, VITEST_TEST_NAME?: string, VITEST_TEST_PATH?: string }[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const file = process.env['UNHANDLED_ERRORS']
    if (!file) return
    const told = errors.map(({ name, message, stack, VITEST_TEST_NAME: test, VITEST_TEST_PATH: path }) => ({
      where: [path, test].filter(Boolean).join(' › '),
      message: stack ?? `${name}: ${message}`,
    }))
    writeFileSync(file, JSON.stringify(told))
  }
}
