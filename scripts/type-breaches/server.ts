/** Lines that must not compile in src/server. TypeScript reports any that do. */

// @ts-expect-error The server has no page.
export const page = document
// @ts-expect-error
export const tab = window
// @ts-expect-error
export const kept = localStorage
// @ts-expect-error
export type Part = HTMLElement
