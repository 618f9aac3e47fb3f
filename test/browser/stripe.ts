/** The Stripe stand-in that runs alongside the browser tests' server. */

/** Returns the Stripe stand-in's port, far from the server's port, because other test runs may use adjacent ports. */
export const stripePort = (port: number | string): number => Number(port) + 5000
