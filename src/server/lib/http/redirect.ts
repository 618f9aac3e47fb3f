import type { Services } from '#server/lib/integrations/integrations.ts'
import type { OutsideSite } from '#shared/endpoint.ts'
import { Refused } from './refuse.ts'

/** The target of a redirect: `to` is one of our paths, starting with a slash, or a full URL on an outside site. */
export type Redirect<Site extends OutsideSite = OutsideSite> = { to: string; at?: Site }

/** Placeholder for our own origin, which the server doesn't need to know. */
const HERE = 'http://here.invalid'

/**
 * Returns the URL of a redirect. Refuses URLs outside the declared site, however they are spelled, because part of the URL may come from an
 * untrusted link.
 */
export const locationOf = ({ to, at }: Redirect, services: Services): string => {
  const origin = at === undefined ? HERE : services[at]?.origin
  if (origin === undefined) throw new Error(`${at} isn't set up, so it can't be a redirect target`)
  const url = URL.canParse(to, origin) ? new URL(to, origin) : undefined
  // A path that starts with two slashes would be parsed as a host name.
  if (url?.origin !== origin || url.pathname.startsWith('//')) throw new Refused('malformed', "This link isn't valid.")
  return at === undefined ? url.pathname + url.search + url.hash : url.href
}
