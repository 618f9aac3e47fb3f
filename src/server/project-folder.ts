import { fileURLToPath } from 'node:url'

/** Returns the path of a file of the project. This file and what is built of it, in `dist/server`, are both two folders below it. */
export const inProject = (inner: string): string => fileURLToPath(new URL(`../../${inner}`, import.meta.url))
