/** The mail server stand-in that runs alongside the browser tests' server. */

/** Returns the port of the stand-in's inbox, far from the ports of the server and the other stand-ins. */
export const mailPort = (port: number | string): number => Number(port) + 20_000
