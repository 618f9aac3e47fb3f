/**
 * `npm run controls`: removes each control of scripts/controls from a copy of the project, one at a time, and requires that an assertion of
 * its test then fails (docs/faults.md). With the control, the test must pass. `npm run controls -- F6 lock` tries only those of F6 and
 * those with this word. Exits with code 1 if a control could be removed unseen.
 */
import './node-version.mjs'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { createVitest } from 'vitest/node'
import { run } from './child-processes.mjs'
import { controls, withoutControl } from './controls/list.mjs'
import { isBuilt, projectRoot, sourceHash } from './project.mjs'

/** @typedef {import('./controls/list.mjs').Control} Control */

const NOT_COPIED = new Set(['.cache', '.git', 'data', 'node_modules', 'test-results'])
/** The failure of an assertion, unlike an error in the test's code, a type error or a missing file. */
const ASSERTION = /^(?:AssertionError|Error: Property failed)/

const copy = path.join(projectRoot, '.cache/controls')
const wanted = process.argv.slice(2)
const chosen = controls.filter(
  ({ fault, control }) => wanted.length === 0 || wanted.some((each) => each === fault || control.includes(each)),
)

rmSync(copy, { recursive: true, force: true })
mkdirSync(copy, { recursive: true })
for (const entry of readdirSync(projectRoot))
  if (!NOT_COPIED.has(entry)) cpSync(path.join(projectRoot, entry), path.join(copy, entry), { recursive: true })
symlinkSync(path.join(projectRoot, 'node_modules'), path.join(copy, 'node_modules'))
process.chdir(copy)
// As in checks.mjs.
setFlagsFromString('--liftoff-only')
/** @param {Record<string, string>} env */
const openVitest = (env) => createVitest('test', { root: copy, watch: false, env, reporters: [{}], silent: true })
const embedded = await openVitest({})
const postgres = chosen.some(({ onPostgres }) => onPostgres) ? await (await import('../test/postgres.mjs')).startPostgres() : undefined
const onServer = postgres && (await openVitest({ TEST_DATABASE_URL: postgres.url }))
let built = isBuilt() ? sourceHash() : undefined

let seen = 0
for (const control of chosen) {
  const failure = await failureWithout(control).catch((error) => `NOT SEEN: ${error.message}`)
  if (!failure.startsWith('NOT SEEN')) seen++
  console.log(`${control.fault} without “${control.control}”\n    ${failure}`)
}
for (const vitest of [embedded, onServer]) await vitest?.close()
await postgres?.stop()
rmSync(copy, { recursive: true, force: true })
console.log(`${seen} of ${chosen.length} controls were seen to fail`)
process.exit(seen === chosen.length && seen > 0 ? 0 : 1)

/**
 * Returns the failure of a control's test without the control. Throws if the test doesn't pass with the control, or doesn't fail without it.
 * @param {Control} control
 */
async function failureWithout(control) {
  const place = path.join(copy, control.file)
  const source = readFileSync(place, 'utf8')
  const without = withoutControl(control, source)
  const [red] = await failuresOf(control)
  if (red !== undefined) throw new Error(`the test fails with the control, too: ${red.reason}`)
  write(place, without)
  try {
    const failures = await failuresOf(control)
    const failure = failures.find(({ reason }) => ASSERTION.test(reason))
    if (failure) return `${failure.name}: ${failure.reason}`
    throw new Error(failures[0] ? `no assertion failed: ${failures[0].reason}` : 'the test passes without it')
  } finally {
    write(place, source)
  }
}

/**
 * @param {string} place
 * @param {string} source
 */
function write(place, source) {
  writeFileSync(place, source)
  for (const vitest of [embedded, onServer]) vitest?.invalidateFile(place)
}

/**
 * Runs a control's test in the copy, and returns the first line of each failure. Throws if no test ran.
 * @param {Control} control
 */
async function failuresOf({ test, name, onPostgres }) {
  if (test.startsWith('test/faults/')) await build()
  const vitest = (onPostgres && onServer) || embedded
  vitest.setGlobalTestNamePattern(name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const file = path.join(copy, test)
  await vitest.runTestSpecifications(await vitest.globTestSpecifications([file]))
  const testModules = vitest.state.getTestModules().filter(({ moduleId }) => moduleId === file)
  const tests = testModules.flatMap(({ children }) => [...children.allTests()]).filter((each) => each.result().state !== 'skipped')
  if (tests.length === 0) throw new Error(`no test ran: ${testModules.flatMap((each) => each.errors()).map(({ message }) => message)}`)
  return tests.flatMap((each) => {
    const [error] = each.result().errors ?? []
    return error ? [{ name: each.fullName, reason: `${error.name}: ${error.message}`.split('\n', 1)[0]?.slice(0, 300) ?? '' }] : []
  })
}

/** Builds the copy, unless the last build had the same sources. */
async function build() {
  const hash = sourceHash(copy)
  if (built === hash) return
  const { code, output } = await run(process.execPath, ['scripts/build.mjs'], { cwd: copy })
  if (code !== 0) throw new Error(`it doesn't build: ${output.slice(-1000)}`)
  built = hash
}
