import type { FastifyRequest } from 'fastify'

/** Returns where the person who calls has Firstbell open: the address that the operator says, else the one their browser says. */
export const originOf = ({ headers, protocol, host }: FastifyRequest, { publicAddress }: { publicAddress: string | undefined }): string => {
  const { origin = '' } = headers
  return publicAddress ?? (/^https?:\/\/[^/]+$/.test(origin) ? origin : `${protocol}://${host}`)
}
