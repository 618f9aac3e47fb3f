import { fileURLToPath } from 'node:url'

/**
 * Returns the absolute path of a file in the project. Both this file and its build in `dist/server` are two folders deep.
 */
export const inProject = (inner: string): string => fileURLToPath(new URL(`../../${inner}`, import.meta.url))
