/** Lines that must not compile in src/web. TypeScript reports any that do. */

// @ts-expect-error The browser doesn't have Node's globals.
export const environment = process.env
// @ts-expect-error
export const bytes = Buffer.from('')
// @ts-expect-error
export const folder = __dirname
// @ts-expect-error
export type Files = typeof import('node:fs')
