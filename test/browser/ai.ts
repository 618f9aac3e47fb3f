/** The AI stand-in that runs alongside the browser tests' server. */

/** Returns the AI stand-in's port, far from the ports of the server and the other stand-ins. */
export const aiPort = (port: number | string): number => Number(port) + 15_000
