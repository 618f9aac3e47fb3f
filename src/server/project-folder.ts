import { fileURLToPath } from 'node:url'

/**
 * Returns the absolute path of a file in the project. Both this source file and its build in `dist/server` are two levels below the project
 * root.
 */
export const inProject = (inner: string): string => fileURLToPath(new URL(`../../${inner}`, import.meta.url))
