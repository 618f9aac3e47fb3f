/** Generates malformed requests from a seed. The same seed always produces the same requests. */
import fc from 'fast-check'
import { sampleOf } from '#server/lib/http/examples.ts'
import { refusals } from '#shared/errors.ts'
import { type ApiRoute, addressOf } from './api-routes.ts'

export type FuzzRequest = { method: string; url: string; headers: Record<string, string>; payload: string | undefined }

const TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202eevil',
  '＜script＞',
  "' or 1=1 --",
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  'null',
  'NaN',
  '1e999',
  '2026-02-30',
  '9999-99-99',
  '24:00',
  '-1',
  'ﷺ'.repeat(20),
  `e${'\u0301'.repeat(40)}`,
  '👩‍👩‍👧‍👦',
  'x'.repeat(300),
  '<p><b><i>',
  '<svg onload=x()>',
]
/** Lone surrogates can't be encoded in a URL. */
const IN_ADDRESSES = TEXTS.filter((text) => !/\p{Surrogate}/u.test(text))
const NUMBERS = [0, -1, 1e308, -0, 0.5, Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 63]

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...TEXTS, ...NUMBERS, null, true, false, [], {}, [[]], [null], { length: 1e9 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.anything({ maxDepth: 3, maxKeys: 4, withUnicodeString: true }),
  fc.integer({ min: 20, max: 400 }).map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth))),
)

/** Returns the key path of every node in a value. */
const placesIn = (value: unknown, way: string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? [way, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...way, key]))]
    : [way]

const put = (value: unknown, [key, ...rest]: string[], to: unknown): unknown => {
  if (key === undefined) return to
  const copy: Record<string, unknown> = Array.isArray(value) ? (Object.assign([], value) as never) : { ...(value as object) }
  copy[key] = put(copy[key], rest, to)
  return copy
}

/** Generates a valid body with a few values changed, removed or added. */
const bodyOf = (route: ApiRoute): fc.Arbitrary<unknown> => {
  const sample = route.parts.body ? sampleOf(route.parts.body) : { nothing: true }
  const places = placesIn(sample)
  const change = fc.record({ place: fc.constantFrom(...places), to: nasty })
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .array(change, { minLength: 1, maxLength: 3 })
        .map((changes) => changes.reduce<unknown>((body, { place, to }) => put(body, place, to), sample)),
    },
    { weight: 1, arbitrary: nasty },
    { weight: 1, arbitrary: fc.constant({ ...(sample as object), isAdmin: true, userId: 'x' }) },
  )
}

const RAW = [
  '{"a":',
  '[',
  '"',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '\u0000',
  'a=b&c=d',
  '{"a":1}{"b":2}',
  `${'['.repeat(5000)}`,
]

const requestTo = (route: ApiRoute, { tokens, ids }: { tokens: readonly string[]; ids: readonly string[] }): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      id: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.constantFrom(...IN_ADDRESSES) }),
      query: fc.dictionary(
        fc.constantFrom('date', 'from', 'to', 'before', 'version', 'x'),
        fc.oneof(fc.constantFrom('2026-11-18', '2026-11-20', ...ids), fc.constantFrom(...IN_ADDRESSES)),
        { maxKeys: 3 },
      ),
      token: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...tokens) },
        { weight: 1, arbitrary: fc.constantFrom('', 'nonsense', 'x'.repeat(300)) },
      ),
      body: fc.oneof(
        { weight: 9, arbitrary: bodyOf(route).map((body) => JSON.stringify(body)) },
        { weight: 1, arbitrary: fc.constantFrom(...RAW) },
      ),
      type: fc.oneof(
        { weight: 15, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=nonsense', ''),
        },
      ),
    })
    .map(({ id, query, token, body, type }) => {
      const hasBody = route.method !== 'GET' && body !== undefined
      return {
        method: route.method,
        url: addressOf(route, { params: { id }, query: query as Record<string, string> }),
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...(hasBody && type && { 'content-type': type }) },
        payload: hasBody ? body : undefined,
      }
    })

/** Generates this many requests across all routes from a seed. */
export const fuzzRequests = (
  routes: readonly ApiRoute[],
  known: { tokens: readonly string[]; ids: readonly string[] },
  { seed, count }: { seed: number; count: number },
): FuzzRequest[] => fc.sample(fc.oneof(...routes.map((route) => requestTo(route, known))), { seed, numRuns: count })

/** Returns the fault in the response to a fuzzed request, or undefined if it has none. */
export const faultOf = ({ status, type, body }: { status: number; type: string; body: string }): string | undefined => {
  // Services that aren't configured respond with 503 and `not_configured`.
  const isSaid = status === 503 && body.includes('"code":"not_configured"')
  if (status >= 500 && !isSaid) return `status ${status}: ${body.slice(0, 200)}`
  if (/node_modules|at .*\.(?:ts|js):\d|\bselect\b .*\bfrom\b|insert into|drizzle|PGlite/i.test(status >= 400 ? body : ''))
    return `tells of the inside: ${body.slice(0, 200)}`
  if (status < 400) return undefined
  if (!type.includes('application/json')) return `${status} as ${type}`
  try {
    const { code, message } = JSON.parse(body)
    return code in refusals && typeof message === 'string' && message !== ''
      ? undefined
      : `${status} without code or message: ${body.slice(0, 200)}`
  } catch {
    return `${status} that is no JSON: ${body.slice(0, 200)}`
  }
}
