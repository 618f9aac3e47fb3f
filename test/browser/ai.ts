/** The stand-in for the AI beside the server of the browser tests. */

/** Returns its port: far from the server's, and from those of the other stand-ins. */
export const aiPort = (port: number | string): number => Number(port) + 15_000
