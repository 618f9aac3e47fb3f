/** The test files that `npm test` runs on PostgreSQL as well. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesUnder, projectRoot } from './project.mjs'

/** A tag of the whole file, or of a test in it. */
const TAGGED = /^\/\/ @module-tag engine$|\btags: \['engine'/m

/** Returns the files with a test tagged `engine`. Vitest would load all others, too, before it reads the tags. */
export const engineTestFiles = () =>
  ['src/server', 'test']
    .flatMap((folder) => filesUnder(folder))
    .filter((file) => file.endsWith('.test.ts') && TAGGED.test(readFileSync(path.join(projectRoot, file), 'utf8')))
