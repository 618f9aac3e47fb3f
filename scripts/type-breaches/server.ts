/** What must not compile in src/server: TypeScript reports a line here that would. */

// @ts-expect-error There is no page on the server.
export const page = document
// @ts-expect-error
export const tab = window
// @ts-expect-error
export const kept = localStorage
// @ts-expect-error
export type Part = HTMLElement
