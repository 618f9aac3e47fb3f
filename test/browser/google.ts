/** The stand-in for Google beside the server of the browser tests. */

/** Returns its port: far from the server's and from that of the stand-in for Stripe. */
export const googlePort = (port: number | string): number => Number(port) + 10_000
