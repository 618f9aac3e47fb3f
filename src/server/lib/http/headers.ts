/**
 * The security headers of every response. Source: docs/security.md, 'Headers'.
 *
 * 1. HTML can run only our own files and code that has this response's nonce. It can't run, load or frame anything else.
 * 2. API responses are never cached. Files with a hash in their name are cached forever.
 */
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PRINT_STYLE_HASH } from '#server/lib/html/print-style-hash.ts'

const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'browsing-topics'].map((name) => `${name}=()`).join(', ')

const GOOGLE_SCRIPTS = 'https://apis.google.com'

/**
 * Returns the origins that Google's file picker needs, given the URL of its script. The picker itself is a Google page in a frame and
 * fetches files there. Our page doesn't fetch anything from Google, so `connect-src` doesn't change.
 */
const pickerSources = (scriptUrl: string): { scripts: string; frames: string; images: string } => {
  const { origin } = new URL(scriptUrl)
  if (origin !== GOOGLE_SCRIPTS) return { scripts: origin, frames: origin, images: origin }
  return {
    // The loader and the picker code that it loads.
    scripts: GOOGLE_SCRIPTS,
    // The picker, the Drive page in it, and the sign-in page that it opens if the Google session has ended.
    frames: 'https://docs.google.com https://drive.google.com https://accounts.google.com',
    // Images of files and users that the script draws around the frame.
    images: 'https://*.googleusercontent.com',
  }
}

type Page = {
  isHttps: boolean
  /** URL of the script for Google's file picker, or undefined if the page has no picker. */
  pickerScript?: string | undefined
}

/**
 * Returns the Content Security Policy of a page whose scripts and stylesheets have `nonce`. `style-src-attr` allows the alignment and
 * colors in lesson text.
 */
export const pagePolicy = (nonce: string, { isHttps, pickerScript }: Page): string => {
  const picker = pickerScript === undefined ? undefined : pickerSources(pickerScript)
  const more = (sources: string | undefined) => (sources === undefined ? '' : ` ${sources}`)
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    `script-src 'self' 'nonce-${nonce}'${more(picker?.scripts)}`,
    "script-src-attr 'none'",
    // A print window inherits the policy of the page that opened it. Its content uses one constant stylesheet.
    `style-src 'self' 'nonce-${nonce}' '${PRINT_STYLE_HASH}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${more(picker?.images)}`,
    // The planner shows a substitute's page as its reader sees it.
    `frame-src 'self'${more(picker?.frames)}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * Returns the policy of a substitute's page, whose one style has this hash. It loads and sends nothing beyond this server, and only our own
 * pages may frame it.
 */
export const subPagePolicy = ({ isHttps, styleHash }: { isHttps: boolean; styleHash: string }): string =>
  [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "script-src 'self'",
    `style-src '${styleHash}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

/** Policy of a service worker: it may only fetch from this server. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** Policy for a document that a call returns. Wherever the document is opened, it can be displayed but can't do anything else. */
export const DOCUMENT_POLICY = `sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; style-src '${PRINT_STYLE_HASH}'; style-src-attr 'unsafe-inline'`

/**
 * Policy of scripts, images and other files. No page can frame them, and what they load comes from this server. A page's worker runs under
 * its own file's policy, so this one applies to the worker that writes PDFs.
 */
const FILE_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Also true for percent-encoded URLs (/%61pi/user) and for nonexistent paths under /api. */
const isOfApi = ({ url, routeOptions }: FastifyRequest): boolean =>
  url.startsWith('/api') || routeOptions.config.access !== undefined || /^\/(?:%61|a)(?:%70|p)(?:%69|i)(?:%2f|[/?]|$)/i.test(url)

export const sendSecurityHeaders = async (app: FastifyInstance, { isHttps }: { isHttps: boolean }): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Only for this host, because we can't decide for a school's other hosts.
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    originAgentCluster: true,
    xXssProtection: false,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
    if (isOfApi(request)) reply.headers({ 'content-security-policy': NOTHING, 'cache-control': 'no-store' })
    // Pages and service workers replace it.
    else reply.header('content-security-policy', FILE_POLICY)
  })
}
