/** Checks the packages in the lock file against scripts/packages/rules.mjs. Needs no network. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { lockedPackages, manifest } from './packages/product.mjs'
import { packageProblems } from './packages/rules.mjs'
import { projectRoot } from './project.mjs'

/** @param {string} file */
const read = (file) => readFileSync(path.join(projectRoot, file), 'utf8')

const packages = lockedPackages()
const advisories = JSON.parse(read('scripts/packages/minimum-versions.json'))
const problems = packageProblems({ manifest: manifest(), packages, npmrc: read('.npmrc'), advisories })
console.log(`${packages.length} packages checked, with ${advisories.length} advisories`)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 && packages.length > 0 ? 0 : 1)
