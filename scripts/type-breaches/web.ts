/** What must not compile in src/web: TypeScript reports a line here that would. */

// @ts-expect-error There is no Node in a browser.
export const environment = process.env
// @ts-expect-error
export const bytes = Buffer.from('')
// @ts-expect-error
export const folder = __dirname
// @ts-expect-error
export type Files = typeof import('node:fs')
