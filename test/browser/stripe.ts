/** The stand-in for Stripe beside the server of the browser tests. */

/** Returns its port: far from the server's, beside which other runs may have theirs. */
export const stripePort = (port: number | string): number => Number(port) + 5000
