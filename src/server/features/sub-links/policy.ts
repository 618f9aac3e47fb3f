import { createHash } from 'node:crypto'
import { addDays, startOfDay } from '#shared/dates.ts'
import type { DEVICES } from '#shared/sub-links/contract.ts'

const MINUTE_MS = 60_000

/** Returns the hash that finds a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Returns the owners of a link's two encrypted tokens. */
export const ownersOfTokens = (id: string) => ({ link: id, report: `${id} report` })

/** Returns 11:59 PM of a link's last day in the teacher's IANA time zone. */
export const endOfLink = (endsOn: string, timezone: string): Date =>
  new Date(startOfDay(addDays(endsOn, 1), timezone).getTime() - MINUTE_MS)

/** Patterns in the order in which they decide: an iPad may call itself a Mac, and a Chromebook names Linux's window system. */
const KINDS: readonly (readonly [RegExp, (typeof DEVICES)[number]])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Android phone'],
  [/Android/, 'Android tablet'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows computer'],
  [/Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux computer'],
]

/** Returns the kind of device from a browser's User-Agent header, and nothing else of it. */
export const deviceOf = (userAgent: string | undefined): (typeof DEVICES)[number] =>
  KINDS.find(([pattern]) => userAgent && pattern.test(userAgent.slice(0, 500)))?.[1] ?? 'Unknown device'
