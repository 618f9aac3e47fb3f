/** Lines that must not compile in src/shared. TypeScript reports any that do. */

// @ts-expect-error Shared code also runs on the server, which has no page.
export const page = document
// @ts-expect-error
export const tab = window
// @ts-expect-error Shared code also runs in the browser, which has no process.
export const environment = process.env
// @ts-expect-error Shared code only computes, so it must not use the network.
export const call = fetch
