/** The stand-in for a mail server beside the server of the browser tests. */

/** Returns the port of its inbox: far from the server's, and from those of the other stand-ins. */
export const mailPort = (port: number | string): number => Number(port) + 20_000
