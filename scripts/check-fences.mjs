/**
 * Runs the import rules in .dependency-cruiser.cjs on the sources, and checks that each rule catches a violation.
 *
 * 1. Each rule must report the violation added for it. The check fails for a rule without a violation, and for a violation without a rule.
 * 2. Violations are added to a copy, never to the sources.
 * 3. The number of modules found must be close to the number of source files, since a parser that reads nothing reports nothing.
 * 4. Tests are excluded from the check for circular folders. A test may use any feature, and that doesn't make features depend on each
 *    other.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { run } from './child-processes.mjs'
import { plantedBreaches } from './fence-breaches.mjs'
import { filesUnder, projectRoot } from './project.mjs'

/** @typedef {{ rule: { name: string }, from: string, to: string }} Violation */

const require = createRequire(import.meta.url)
/** @type {{ forbidden: { name: string, comment: string, scope?: 'folder' }[] }} */
const { forbidden } = require('../.dependency-cruiser.cjs')
const depcruise = path.join(projectRoot, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

const WITHOUT_TESTS = '^test/|\\.test\\.tsx?$|/samples\\.ts$'
const ofFolders = new Set(forbidden.filter(({ scope }) => scope === 'folder').map(({ name }) => name))

/** @type {string[]} */
const problems = []

const clean = await cruise(projectRoot)
for (const { rule, from, to } of clean.violations) problems.push(`${rule.name}: ${from} → ${to} (${commentOf(rule.name)})`)
const sources = filesUnder('src').filter((file) => /\.tsx?$/.test(file))
const seen = clean.modules.filter(({ source }) => source.startsWith('src/')).length
if (seen < 30 || Math.abs(seen - sources.length) > 0.1 * sources.length)
  problems.push(`Found ${seen} modules, but src has ${sources.length}`)

const reported = await cruiseWithBreaches()
for (const { name } of forbidden) {
  const breach = plantedBreaches[name]
  if (!breach) problems.push(`${name}: no breach is planted for this rule`)
  else if (!reported.some(({ rule, from }) => rule.name === name && breach.seenIn.test(from)))
    problems.push(`${name}: the planted breach was not reported`)
}
for (const name of Object.keys(plantedBreaches))
  if (!forbidden.some((rule) => rule.name === name)) problems.push(`${name}: a breach is planted, but the rule does not exist`)

console.log(`${seen} modules found, ${forbidden.length} fences checked`)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

/** @param {string} name */
function commentOf(name) {
  return forbidden.find((rule) => rule.name === name)?.comment
}

/** @param {string} folder */
async function cruise(folder) {
  const [all, product] = await Promise.all([cruised(folder, []), cruised(folder, ['--exclude', WITHOUT_TESTS])])
  const violations = [
    ...all.violations.filter(({ rule }) => !ofFolders.has(rule.name)),
    ...product.violations.filter(({ rule }) => ofFolders.has(rule.name)),
  ]
  return { modules: all.modules, violations }
}

/**
 * @param {string} folder
 * @param {string[]} more
 * @returns {Promise<{ modules: { source: string }[], violations: Violation[] }>}
 */
async function cruised(folder, more) {
  const { output } = await run(
    process.execPath,
    [depcruise, 'src', 'test', '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...more],
    { cwd: folder, env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  )
  if (!output.startsWith('{')) throw new Error(`dependency-cruiser did not run:\n${output}`)
  const { modules, summary } = JSON.parse(output)
  return { modules, violations: summary.violations }
}

/** Runs on a copy inside the project, so that packages resolve as they do from the sources. */
async function cruiseWithBreaches() {
  const copy = path.join(projectRoot, '.cache', `fences-${process.pid}`)
  try {
    for (const part of ['src', 'test', 'package.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.cjs'])
      cpSync(path.join(projectRoot, part), path.join(copy, part), { recursive: true })
    for (const { plant } of Object.values(plantedBreaches))
      for (const [file, text] of Object.entries(plant)) {
        const place = path.join(copy, file)
        mkdirSync(path.dirname(place), { recursive: true })
        writeFileSync(place, text.startsWith('+') ? `${existsSync(place) ? readFileSync(place, 'utf8') : ''}\n${text.slice(1)}` : text)
      }
    return (await cruise(copy)).violations
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
