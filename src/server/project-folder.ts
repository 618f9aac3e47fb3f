import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Returns the absolute path of a file in the project. Both this source file and its build in `dist/server` are two levels below the project
 * root.
 */
export const inProject = (inner: string): string => fileURLToPath(new URL(`../../${inner}`, import.meta.url))

/** Returns the version in package.json. CHANGELOG.md says what is new in it. */
export const readVersion = (): string => JSON.parse(readFileSync(inProject('package.json'), 'utf8')).version
