/** The Stripe stand-in that runs with the browser tests' server. */

/** Returns its port, far from the server's, since other test runs may use the ports next to it. */
export const stripePort = (port: number | string): number => Number(port) + 5000
