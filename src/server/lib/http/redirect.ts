import type { Services } from '#server/lib/outside/world.ts'
import type { OutsideSite } from '#shared/endpoint.ts'
import { Refused } from './refuse.ts'

/** Where a call sends its caller: `to` is an address of ours that begins with a slash, or a whole one at an outside site. */
export type Redirect<Site extends OutsideSite = OutsideSite> = { to: string; at?: Site }

/** Stands for our own origin, which the server need not know. */
const HERE = 'http://here.invalid'

/**
 * Returns the address that a redirect leads to. Refuses one that leads anywhere else than the call said, however it is
 * spelled: a part of it may be what a stranger wrote into a link.
 */
export const locationOf = ({ to, at }: Redirect, services: Services): string => {
  const origin = at === undefined ? HERE : services[at]?.origin
  if (origin === undefined) throw new Error(`There is no ${at} to send anybody to`)
  const url = URL.canParse(to, origin) ? new URL(to, origin) : undefined
  // A path that begins with two slashes would name a host.
  if (url?.origin !== origin || url.pathname.startsWith('//')) throw new Refused('malformed', 'This address leads somewhere else.')
  return at === undefined ? url.pathname + url.search + url.hash : url.href
}
