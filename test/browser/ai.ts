/** The AI stand-in that runs with the browser tests' server. */

/** Returns its port, far from the ports of the server and the other stand-ins. */
export const aiPort = (port: number | string): number => Number(port) + 15_000
