/** Checks every file in the project against the rules in layout-rules.mjs. Prints the file sizes and each violation. */
import { layoutProblems, projectAt } from './layout-rules.mjs'
import { filesUnder, projectRoot } from './project.mjs'
import { sizesOf } from './size-rules.mjs'

const files = filesUnder('.').filter((file) => !file.endsWith('package-lock.json'))
const project = projectAt(projectRoot, files)
const problems = layoutProblems(project)
const { median, p90, count } = sizesOf(project)

console.log(`${count} source files, median ${median} lines, p90 ${p90}`)
for (const problem of problems) console.error(problem)
if (count === 0) console.error('No source files found.')
process.exit(problems.length > 0 || count === 0 ? 1 : 0)
