import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { withSecondTry } from './checks.mjs'
import { projectRoot } from './project.mjs'
import { countPlaywright, countVitest, failuresOfPlaywright, failuresOfVitest } from './test-reports.mjs'

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

test('browser tests are counted as Playwright has them, and a try of its own is no success', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 1 }
  expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 4, failed: 3, skipped: 1 })
  expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{ message: 'no server' }] }).failed).toBe(
    1,
  )
})

test('what failed is said with its place and its reason', () => {
  const failed = {
    title: 'a teacher saves',
    ok: false,
    tests: [{ results: [{ errors: [{ message: '\u001b[31mError: no toast\u001b[39m' }] }] }],
  }
  const suite = { title: 'days.spec.ts', specs: [{ ...failed, ok: true }], suites: [{ title: 'offline', specs: [failed] }] }
  expect(failuresOfPlaywright({ suites: [suite], errors: [{ message: 'no server' }] })).toEqual([
    'days.spec.ts › offline › a teacher saves\n    Error: no toast',
    'outside of a test\n    no server',
  ])
  const assertionResults = [{ status: 'passed' }, { status: 'failed', fullName: 'a day is kept', failureMessages: ['Error: gone'] }]
  const testResults = [
    { status: 'failed', name: path.join(projectRoot, 'a.test.ts'), assertionResults },
    { status: 'failed', name: path.join(projectRoot, 'b.test.ts'), message: 'cannot be read', assertionResults: [] },
  ]
  expect(failuresOfVitest({ testResults })).toEqual(['a.test.ts › a day is kept\n    Error: gone', 'b.test.ts\n    cannot be read'])
})

test.each([
  ['that pass alone are named, and fail nothing', [8, 2], [2, 0], { passed: 10, failed: 0 }],
  ['that fail alone as well have failed', [8, 2], [1, 1], { passed: 9, failed: 1 }],
  ['that are many have no second try', [8, 7], undefined, { passed: 8, failed: 7 }],
  ['of which none is found again have failed', [8, 2], [0, 1], { passed: 8, failed: 2 }],
])('browser tests %s', async (_which, [passed = 0, failed = 0], alone, counts) => {
  let tries = 0
  const all = { name: 'all', run: async () => ({ passed, failed, skipped: 0, failures: ['days.spec.ts'] }) }
  const again = {
    name: 'again',
    run: async () => {
      tries++
      return { passed: alone?.[0] ?? 0, failed: alone?.[1] ?? 0, skipped: 0 }
    },
  }
  expect(await withSecondTry(all, again).run()).toMatchObject(counts)
  expect(tries).toBe(alone ? 1 : 0)
})

test.each(['shared', 'server', 'web'])('what must not compile in src/%s is compiled with it', (side) => {
  const { include } = JSON.parse(readFileSync(path.join(projectRoot, 'src', side, 'tsconfig.json'), 'utf8'))
  expect(include).toContain(`../../scripts/type-breaches/${side}.ts`)
})
