import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { run } from './child-processes.mjs'
import { projectRoot } from './project.mjs'
import { countPlaywright, countVitest, failuresOfPlaywright, failuresOfVitest } from './test-reports.mjs'

const report = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, testResults: [] }

test('passed, failed and skipped tests are counted', () => {
  expect(countVitest(report)).toEqual({ passed: 3, failed: 1, skipped: 0 })
  expect(countVitest({ ...report, numPendingTests: 2, numTodoTests: 1 })).toMatchObject({ skipped: 3 })
})

test('a test file that cannot be read counts as a failure, and one with failed tests only by its tests', () => {
  const unreadable = { status: 'failed', assertionResults: [] }
  const withFailure = { status: 'failed', assertionResults: [{ status: 'failed' }] }
  expect(countVitest({ ...report, testResults: [unreadable, withFailure] }).failed).toBe(2)
})

test('browser tests are counted as Playwright reports them, and a flaky test is a failure', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 2, skipped: 1 }
  expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 4, failed: 3, skipped: 1 })
  expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, errors: [{ message: 'no server' }] }).failed).toBe(
    1,
  )
})

test('each failure is printed with its place and its reason', () => {
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

/**
 * Runs these files as a step of `npm test`. Resolves with the exit code, the output and its last lines.
 * @param {Record<string, string>} files
 */
async function endOfRun(files) {
  const folder = path.join(projectRoot, '.cache', `planted-${randomUUID()}`)
  mkdirSync(folder, { recursive: true })
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text)
    writeFileSync(path.join(folder, 'vitest.config.mjs'), "export default { test: { tags: [{ name: 'full' }] } }")
    const step = `vitest('${path.basename(folder)}', ['--root', '${folder}'])`
    const program = `const { conclude, perform, vitest } = await import('./scripts/checks.mjs'); await perform(${step}); conclude()`
    const { code, output } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: projectRoot })
    return { code, end: output.trimEnd().split('\n').slice(-20).join('\n'), output }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('an error outside of any test fails the run, and its reason is among the last lines', async () => {
  const planted =
    "import { test } from 'vitest'\ntest('fine', async () => { void Promise.reject(new Error('nobody listens')); await new Promise(setImmediate) })"
  const { code, end } = await endOfRun({ 'planted.test.mjs': planted })
  expect(code).toBe(1)
  expect(end).toMatch(/✘ outside of a test, while running .*planted\.test\.mjs/)
  expect(end).toContain('Error: nobody listens')
  expect(end).toContain('1 passed, 1 failed')
})

test('a run that crashes without a report ends with its last output', async () => {
  const { code, output } = await endOfRun({ 'planted.test.mjs': "throw new Error('cannot even be read')", 'other.test.mjs': 'x = = 1' })
  expect(code).toBe(1)
  expect(output).toContain('cannot even be read')
})

test('a run without tests fails', async () => {
  const { code, end } = await endOfRun({})
  expect(code).toBe(1)
  expect(end).toMatch(/✘ (?:No test ran|The tests wrote no report)/)
})

test.each(['shared', 'server', 'web'])('the lines that must not compile in src/%s are compiled with it', (side) => {
  const { include } = JSON.parse(readFileSync(path.join(projectRoot, 'src', side, 'tsconfig.json'), 'utf8'))
  expect(include).toContain(`../../scripts/type-breaches/${side}.ts`)
})
