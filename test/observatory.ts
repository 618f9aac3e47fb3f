/**
 * The score that Mozilla's HTTP Observatory gives a page, by its published rules (github.com/mdn/mdn-http-observatory, version 6 of the
 * algorithm). Three of its rules aren't here, because they add nothing to a page that sets no cookies, allows no other site to read it, and
 * is redirected to from port 80 on the same host. The list of sites that browsers only open with HTTPS isn't here either.
 */

export type Page = { headers: Headers; html: string }

/** From this score on without extra credit, a page gets the credit, too. */
const ENOUGH_FOR_CREDIT = 90
const SIX_MONTHS_SECONDS = 15_552_000

const ANYTHING = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*', 'http://*.*', 'https://*.*']
const UNSAFE_INLINE = ["'unsafe-inline'", 'data:']

/** Returns the directives of a policy, or undefined if it names one twice, which the Observatory refuses. */
const directivesOf = (policy: string): Map<string, string[]> | undefined => {
  const parts = policy
    .split(';')
    .map((part) => part.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name)
  const directives = new Map(parts.map(([name = '', ...sources]) => [name, sources]))
  return directives.size === parts.length ? directives : undefined
}

/** Returns the sources, without an `'unsafe-inline'` that browsers ignore because of a nonce or a hash. */
const effective = (sources: string[]): string[] =>
  sources.some((source) => /^'(?:nonce|sha\d{3})-/.test(source)) ? sources.filter((source) => source !== "'unsafe-inline'") : sources

const ofContentPolicy = ({ headers }: Page): number => {
  const policy = headers.get('content-security-policy')
  const directives = policy ? directivesOf(policy) : undefined
  if (!directives) return -25
  const sourcesOf = (name: string): string[] => effective(directives.get(name) ?? directives.get('default-src') ?? ['*'])
  const [scripts, objects, styles] = [sourcesOf('script-src'), sourcesOf('object-src'), sourcesOf('style-src')]
  const has = (sources: string[], found: string[]): boolean => sources.some((source) => found.includes(source))
  const isInsecure = (source: string): boolean => /^(?:http|ftp):/.test(source)
  const passive = ['img-src', 'media-src']
  const active = [...directives].flatMap(([name, sources]) => (passive.includes(name) || name === 'script-src' ? [] : sources))
  if (has(scripts, [...ANYTHING, ...UNSAFE_INLINE]) || has(objects, ANYTHING)) return -20
  if ([...active, ...scripts].some(isInsecure)) return -20
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10
  if (passive.flatMap(sourcesOf).some(isInsecure)) return -10
  if (has(styles, [...ANYTHING, ...UNSAFE_INLINE])) return 0
  return directives.get('default-src')?.join() === "'none'" ? 10 : 5
}

const ofReferrer = ({ headers }: Page): number => {
  const policy = headers.get('referrer-policy')
  if (policy === null) return 0
  return ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'].includes(policy) ? 5 : -5
}

const ofStrictTransport = ({ headers }: Page): number => {
  const [, seconds] = /^max-age=(\d+)(?:;|$)/.exec(headers.get('strict-transport-security') ?? '') ?? []
  if (seconds === undefined) return -20
  return Number(seconds) < SIX_MONTHS_SECONDS ? -10 : 0
}

/** Scripts of this server need no hash. Those of others do. */
const ofScripts = ({ html }: Page): number => {
  const scripts = (html.match(/<script\b[^>]*\bsrc=[^>]*>/g) ?? []).map((tag) => ({
    src: /\bsrc="?([^"\s>]+)/.exec(tag)?.[1] ?? '',
    hasHash: /\bintegrity=/.test(tag),
  }))
  const others = scripts.filter(({ src }) => /^(?:https?:)?\/\//.test(src))
  if (others.some(({ src, hasHash }) => !hasHash && !src.startsWith('https://'))) return -50
  if (others.some(({ src }) => !src.startsWith('https://'))) return -20
  if (others.some(({ hasHash }) => !hasHash)) return -5
  return scripts.some(({ hasHash }) => hasHash) ? 5 : 0
}

const ofSniffing = ({ headers }: Page): number => (headers.get('x-content-type-options')?.toLowerCase() === 'nosniff' ? 0 : -5)

const ofFraming = ({ headers }: Page): number => {
  if (/(?:^|;)\s*frame-ancestors\s/.test(headers.get('content-security-policy') ?? '')) return 5
  return ['deny', 'sameorigin'].includes(headers.get('x-frame-options')?.toLowerCase() ?? '') ? 5 : -20
}

/** Returns the rule of a header of which these values are safe, and these are as if it were missing. */
const ofHeader =
  (name: string, safe: string[], same: string[]) =>
  ({ headers }: Page): number => {
    const value = headers.get(name)
    if (value === null || same.includes(value)) return 0
    return safe.includes(value) ? 10 : -5
  }

const RULES = {
  'content-security-policy': ofContentPolicy,
  'referrer-policy': ofReferrer,
  'strict-transport-security': ofStrictTransport,
  scripts: ofScripts,
  'x-content-type-options': ofSniffing,
  framing: ofFraming,
  'cross-origin-opener-policy': ofHeader(
    'cross-origin-opener-policy',
    ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'],
    ['unsafe-none'],
  ),
  'cross-origin-resource-policy': ofHeader('cross-origin-resource-policy', ['same-origin', 'same-site'], ['cross-origin']),
  'cross-origin-embedder-policy': ofHeader('cross-origin-embedder-policy', ['require-corp', 'credentialless'], ['unsafe-none']),
}

/** Returns the score of a page, and what each rule adds to 100. A score of 100 and more is an A+. */
export const observatoryScore = (page: Page): { score: number; rules: Record<string, number> } => {
  const rules = Object.fromEntries(Object.entries(RULES).map(([name, rule]) => [name, rule(page)]))
  const total = (kept: (points: number) => boolean): number =>
    100 + Object.values(rules).reduce((sum, one) => sum + (kept(one) ? one : 0), 0)
  const withoutCredit = total((points) => points < 0)
  return { score: Math.max(0, withoutCredit >= ENOUGH_FOR_CREDIT ? total(() => true) : withoutCredit), rules }
}
