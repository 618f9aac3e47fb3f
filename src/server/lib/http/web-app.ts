import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#server/lib/integrations/integrations.ts'
import { type SignUp, signUpRule } from '#shared/accounts/rules.ts'
import { APP_ADDRESSES, pagePath } from '#shared/addresses.ts'
import { readAppWorker } from './app-worker.ts'
import { pagePolicy, WORKER_POLICY } from './headers.ts'
import { Refused } from './refuse.ts'
import type { Clock } from './serve.ts'

type WebApp = {
  folder: string | undefined
  clock: Clock
  isHttps: boolean
  contactEmail: string
  publicAddress: string | undefined
  signUp: SignUp
  /** True if this server has no paid plans, so its pages don't mention prices. */
  isFree: boolean
  /** True if this server doesn't sell the AI add-on. */
  isAiForEverybody: boolean
  services: Services
}

const NONCE_PLACE = /__CSP_NONCE__/g
/** In the copyright line. Filled in for each request, because a server may run past New Year. */
const YEAR_PLACE = '__YEAR__'
const NAMES_PUBLIC_ADDRESS = /<(?:link|meta)[^>]*__PUBLIC_ADDRESS__[^>]*>/g

/** Returns the features that this installation doesn't have, so that its pages don't mention them. */
const missingOf = ({ isFree, isAiForEverybody, signUp, services: { payments, google, oidc, ai, mail } }: WebApp): string[] => {
  const there = {
    plans: !isFree,
    stripe: payments,
    google,
    drive: google?.picker,
    oidc,
    ai,
    'add-on': !isAiForEverybody,
    mail,
    guests: signUp.mode === 'open',
  }
  return Object.entries(there).flatMap(([name, part]) => (part ? [] : [name]))
}

/** Returns the pages from the build (src/web/static-pages.tsx) by path, with this installation's values filled in. */
const builtPages = (folder: string, web: WebApp): Map<string, string> => {
  const { contactEmail, publicAddress, signUp, services } = web
  const files = readdirSync(folder).filter((file) => file.endsWith('.html'))
  return new Map(
    files.map((file) => {
      const page = readFileSync(join(folder, file), 'utf8')
        .replaceAll('__CONTACT_EMAIL__', contactEmail)
        .replaceAll('__WITHOUT__', missingOf(web).join(' '))
        .replaceAll('__SIGN_UP_RULE__', signUpRule(signUp) ?? '')
        .replaceAll('__AI_PROVIDER__', services.ai?.host ?? '')
      const name = basename(file, '.html')
      return [
        name === 'landing' ? '/' : `/${name}`,
        publicAddress === undefined ? page.replace(NAMES_PUBLIC_ADDRESS, '') : page.replaceAll('__PUBLIC_ADDRESS__', publicAddress),
      ]
    }),
  )
}

/**
 * Serves the built web app from `folder`: hashed files (cached for a year), the app's page at the app's paths, the prerendered pages at
 * their own paths, the app's service worker, and the not-found page with a 404 at any other path outside /api. Each page is sent with a new nonce, so pages aren't
 * cached. Without a folder, all of these requests are refused.
 */
export const serveWebApp = async (app: FastifyInstance, web: WebApp): Promise<void> => {
  const { folder, isHttps, services, clock } = web
  const pickerScript = services.google?.picker?.scriptUrl
  app.setNotFoundHandler(() => {
    throw new Refused('not_found', 'Page not found')
  })
  if (!folder) return

  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '.vite/**', 'sub-page/**', 'app-worker/**'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    },
  })

  const pages = builtPages(join(folder, 'pages'), web)
  const appPage = readFileSync(join(folder, 'index.html'), 'utf8')
  for (const address of APP_ADDRESSES) pages.set(address, appPage)
  const notFound = pages.get('/404') ?? appPage

  const sendPage = (reply: FastifyReply, html: string) => {
    const nonce = randomBytes(16).toString('base64')
    // Only the app has the file picker.
    const page = html === appPage ? { isHttps, pickerScript } : { isHttps }
    return (
      reply
        .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy(nonce, page) })
        // The URL may contain a token until the page has removed it. Google's key may be restricted to this site, in which case Google
        // needs the origin but not the rest of the URL.
        .header('referrer-policy', page.pickerScript === undefined ? 'no-referrer' : 'strict-origin')
        .type('text/html; charset=utf-8')
        .send(html.replace(NONCE_PLACE, nonce).replace(YEAR_PLACE, String(clock().getUTCFullYear())))
    )
  }

  const worker = readAppWorker(folder, { page: appPage, policy: pagePolicy('', { isHttps, pickerScript }) })
  app.get('/sw.js', { schema: { hide: true } }, (_, reply) =>
    worker === undefined
      ? reply.callNotFound()
      : reply
          .headers({ 'cache-control': 'no-cache', 'content-security-policy': WORKER_POLICY })
          .type('text/javascript; charset=utf-8')
          .send(worker),
  )

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = pagePath(request.url.split('?', 1)[0] ?? '/')
    if (/^\/(?:api|assets)(?:\/|$)/.test(path)) return reply.callNotFound()
    const page = pages.get(path)
    if (page === undefined) reply.code(404)
    return sendPage(reply, page ?? notFound)
  })
}
