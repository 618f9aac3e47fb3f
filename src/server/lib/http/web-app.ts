import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pagePolicy } from './headers.ts'
import { Refused } from './refuse.ts'

const NONCE_PLACE = /__CSP_NONCE__/g

/**
 * Serves the built web app from `folder`: its assets by the hash in their names for a year, and its one page for every
 * other address outside /api, with a nonce of its own. The page is never kept, since a nonce must not serve twice.
 * Without a folder every address that is no route is refused.
 */
export const serveWebApp = async (
  app: FastifyInstance,
  { folder, isHttps }: { folder: string | undefined; isHttps: boolean },
): Promise<void> => {
  const page = folder && readFileSync(join(folder, 'index.html'), 'utf8')
  if (folder) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['index.html', '**/*.br', '**/*.gz', '.vite/**'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
    })
  }

  const sendPage = (reply: FastifyReply, html: string) => {
    const nonce = randomBytes(16).toString('base64')
    return (
      reply
        .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy(nonce, isHttps) })
        // A token may stand in the address until the page has taken it out.
        .header('referrer-policy', 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(html.replace(NONCE_PLACE, nonce))
    )
  }

  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api') && !/^\/assets\//.test(request.url)
    if (isPage && page) return sendPage(reply, page)
    throw new Refused('not_found', 'There is nothing at this address.')
  })
}
