import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './checks.mjs'
import { projectRoot } from './project.mjs'

const report = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults: [] }

test('passed, failed and skipped tests are counted as they are', () => {
  expect(countVitest(report)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(countVitest({ ...report, numPendingTests: 2, numTodoTests: 1 })).toMatchObject({ skipped: 3 })
})

test('a test file that could not be read counts as a failure, one with failed tests only by its tests', () => {
  const unreadable = { status: 'failed', assertionResults: [] }
  const withFailure = { status: 'failed', assertionResults: [{ status: 'failed' }] }
  expect(countVitest({ ...report, testResults: [unreadable, withFailure] }).failed).toBe(2)
})

test('a browser test that passed only at the second try did not pass', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 1 }
  expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 4, failed: 3, skipped: 1 })
  expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{ message: 'no server' }] }).failed).toBe(
    1,
  )
})

test.each(['shared', 'server', 'web'])('what must not compile in src/%s is compiled with it', (side) => {
  const { include } = JSON.parse(readFileSync(path.join(projectRoot, 'src', side, 'tsconfig.json'), 'utf8'))
  expect(include).toContain(`../../scripts/type-breaches/${side}.ts`)
})
