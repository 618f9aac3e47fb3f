/**
 * Selects the files for each unit test run. Vitest loads every file before it reads tags, so a small run would spend most
 * of its time loading files it doesn't need.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesUnder, projectRoot } from './project.mjs'

/** Matches the `engine` tag on an entire file or on one of its tests. */
const ENGINE = /^\/\/ @module-tag engine$|\btags: \['engine'/m
/** Matches an import of the server, of a planner connected to it, or of the database. */
const ON_DATABASE = /^import [^;]*?'(?:#test|\.{1,2}(?:\/\w+)*)\/(?:app|database|tab)\.ts'/m

/** @param {(text: string) => boolean} isWanted */
const testsThat = (isWanted) =>
  ['src', 'test', 'scripts']
    .flatMap((folder) => filesUnder(folder))
    .filter((file) => /\.test\.(?:tsx?|mjs)$/.test(file) && !/^test\/(?:pages|faults)\//.test(file))
    .filter((file) => isWanted(readFileSync(path.join(projectRoot, file), 'utf8')))

/** Returns the files with a test tagged `engine`. `npm test` also runs them on PostgreSQL. */
export const engineTestFiles = () => testsThat((text) => ENGINE.test(text))

/** Returns the unit test files that don't use a database. They're fast enough for `npm run check`. */
export const quickTestFiles = () => testsThat((text) => !ON_DATABASE.test(text))

/** Returns the unit test files that use a database. `npm run test:all` runs all of them on PostgreSQL as well. */
export const databaseTestFiles = () => testsThat((text) => ON_DATABASE.test(text))
