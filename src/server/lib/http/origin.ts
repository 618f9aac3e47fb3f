import type { FastifyRequest } from 'fastify'

/**
 * Returns the origin at which the caller has Firstbell open: the operator's configured address, or otherwise the origin that the browser
 * sent.
 */
export const originOf = ({ headers, protocol, host }: FastifyRequest, { publicAddress }: { publicAddress: string | undefined }): string => {
  const { origin = '' } = headers
  return publicAddress ?? (/^https?:\/\/[^/]+$/.test(origin) ? origin : `${protocol}://${host}`)
}
