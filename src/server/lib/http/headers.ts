/**
 * The security headers of every reply. Source: docs/security.md, 'Headers'.
 *
 * 1. HTML runs only our own files and what carries this reply's nonce; nothing else runs, loads or frames anything.
 * 2. No cache keeps a reply of the API; a file with a hash in its name is kept for ever.
 */
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PRINT_STYLE_HASH } from '#server/lib/html/print-style.ts'

const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'browsing-topics'].map((name) => `${name}=()`).join(', ')

const GOOGLE_SCRIPTS = 'https://apis.google.com'

/**
 * What a page opens for Google's file picker, whose script is at `scriptUrl`. The picker itself is a page of Google's in a frame:
 * it asks for files and draws them there, so nothing is fetched from our page, and `connect-src` stays closed.
 */
const pickerSources = (scriptUrl: string): { scripts: string; frames: string; images: string } => {
  const { origin } = new URL(scriptUrl)
  if (origin !== GOOGLE_SCRIPTS) return { scripts: origin, frames: origin, images: origin }
  return {
    // The loader, and what it loads of the picker.
    scripts: GOOGLE_SCRIPTS,
    // The picker, the Drive in it, and the sign-in to which it leads where Google's own session has ended.
    frames: 'https://docs.google.com https://drive.google.com https://accounts.google.com',
    // Pictures of files and people that the script draws around the frame.
    images: 'https://*.googleusercontent.com',
  }
}

type Page = {
  isHttps: boolean
  /** Where the script of Google's file picker is; undefined where no files are picked. */
  pickerScript?: string | undefined
}

/** The policy of a page whose scripts and style sheets carry `nonce`. `style-src-attr`: lesson text keeps its alignment and colours in style attributes. */
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
    // A window that the page opens to print in has the page's policy: what is printed brings one constant style.
    `style-src 'self' 'nonce-${nonce}' '${PRINT_STYLE_HASH}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${more(picker?.images)}`,
    ...(picker ? [`frame-src ${picker.frames}`] : []),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The policy of a document that a call returns: wherever it is opened it is drawn, and can do nothing else. */
export const DOCUMENT_POLICY = `sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; style-src '${PRINT_STYLE_HASH}'; style-src-attr 'unsafe-inline'`

const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Also for an address that is written in a roundabout way (/%61pi/user), and for one below /api that does not exist. */
const isOfApi = ({ url, routeOptions }: FastifyRequest): boolean =>
  url.startsWith('/api') || routeOptions.config.access !== undefined || /^\/(?:%61|a)(?:%70|p)(?:%69|i)(?:%2f|[/?]|$)/i.test(url)

export const sendSecurityHeaders = async (app: FastifyInstance, { isHttps }: { isHttps: boolean }): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Of this host alone: a school's other hosts are not ours to bind.
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
  })
}
