/** The Google stand-in that runs alongside the browser tests' server. */

/** Returns the Google stand-in's port, far from the ports of the server and the Stripe stand-in. */
export const googlePort = (port: number | string): number => Number(port) + 10_000
