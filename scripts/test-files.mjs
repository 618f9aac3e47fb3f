/**
 * Which files a run of the unit tests loads. Vitest loads every file before it reads tags, and most of the time of a small
 * run goes by with loading the others.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesUnder, projectRoot } from './project.mjs'

/** A tag of the whole file, or of a test in it. */
const ENGINE = /^\/\/ @module-tag engine$|\btags: \['engine'/m
/** The server, a planner on it, or the database alone. */
const ON_DATABASE = /^import [^;]*?'(?:#test|\.{1,2}(?:\/\w+)*)\/(?:app|database|tab)\.ts'/m

/** @param {(text: string) => boolean} isWanted */
const testsThat = (isWanted) =>
  ['src', 'test', 'scripts']
    .flatMap((folder) => filesUnder(folder))
    .filter((file) => /\.test\.(?:tsx?|mjs)$/.test(file) && !/^test\/(?:pages|faults)\//.test(file))
    .filter((file) => isWanted(readFileSync(path.join(projectRoot, file), 'utf8')))

/** Returns the files with a test tagged `engine`, which `npm test` runs on PostgreSQL as well. */
export const engineTestFiles = () => testsThat((text) => ENGINE.test(text))

/** Returns the files of unit tests without a database, which are quick enough for `npm run check`. */
export const quickTestFiles = () => testsThat((text) => !ON_DATABASE.test(text))

/** Returns the files of unit tests that reach a database, all of which `npm run test:all` runs on PostgreSQL as well. */
export const databaseTestFiles = () => testsThat((text) => ON_DATABASE.test(text))
