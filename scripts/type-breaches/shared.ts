/** What must not compile in src/shared: TypeScript reports a line here that would. */

// @ts-expect-error Shared code also runs on the server, which has no page.
export const page = document
// @ts-expect-error
export const tab = window
// @ts-expect-error Shared code also runs in the browser, which has no process.
export const environment = process.env
// @ts-expect-error Shared code computes: it reaches for nothing outside.
export const call = fetch
