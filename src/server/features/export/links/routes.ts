import type { FastifyRequest } from 'fastify'
import { networkOf } from '#server/lib/http/network.ts'
import { Refused, refusalsOf } from '#server/lib/http/refuse.ts'
import type { Serving } from '#server/lib/http/serve.ts'
import { makeBuckets } from '#server/lib/limits/buckets.ts'
import { RATES } from '#server/lib/limits/rates.ts'
import { downloads as contract } from '#shared/export/contract.ts'
import type { OpenDownloads, Opened } from './actions.ts'

/** Returns true for a browser prefetch, which must not consume the link. */
const isEarly = ({ headers }: FastifyRequest): boolean => String(headers['sec-purpose'] ?? '').includes('prefetch')

/**
 * Serves the file for a download link. Resolves the link in `onRequest`, before reading the body, so that the request counts toward its
 * user's rate limits.
 */
export const downloadRoutes = ({ app, clock }: Pick<Serving, 'app' | 'clock'>, downloads: OpenDownloads): void => {
  const { download: endpoint } = contract
  const madeUp = makeBuckets(RATES.madeUp)
  const opened = new WeakMap<FastifyRequest, Opened>()

  const open = async (request: FastifyRequest): Promise<Opened> => {
    const [network, now] = [networkOf(request.ip), clock()]
    const retryAfter = madeUp.wait(network, now)
    if (retryAfter > 0) throw new Refused('too_many', undefined, { retryAfter })
    if (isEarly(request)) throw new Refused('not_found')
    try {
      return await downloads.open((request.params as { token: string }).token)
    } catch (error) {
      if (error instanceof Refused) madeUp.take(network, now)
      throw error
    }
  }

  // Anyone with the link may call this. It acts for the person who asked for the file, with their current rights.
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // A HEAD request would consume the link.
    exposeHeadRoute: false,
    config: { access: endpoint.access, call: { name: 'download', endpoint, refusals: refusalsOf(endpoint) }, isLong: true },
    schema: { params: endpoint.params },
    onRequest: async (request) => {
      const download = await open(request)
      request.actor = download.actor
      opened.set(request, download)
    },
    handler: async (request, reply) => {
      const download = opened.get(request)
      if (!download) throw new Error('The download link wasn’t exchanged for a download')
      return download.file.send(request, reply, download)
    },
  })
}
