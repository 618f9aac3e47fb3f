/** What single settings may be. */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export const POSTGRES_URL =
  'DATABASE_URL is as postgres://user:password@host:5432/database. In the password write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25'

/** Whether it is one address of a PostgreSQL, with what has a meaning in addresses escaped in its password. */
export const isPostgresUrl = (written: string): boolean => {
  try {
    const { protocol, username, password, pathname, search, hash } = new URL(written)
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return /^postgres(?:ql)?:$/.test(protocol) && hash === '' && !`${pathname}${search}`.includes('@')
  } catch {
    return false
  }
}

/** Whether Fastify can tell by it which proxy is meant. */
export const isProxy = (written: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(written) || ipaddr.isValid(written) || ipaddr.isValidCIDR(written)

/** Returns the name and the address of `Name <address>`, or of an address alone. */
export const senderOf = (written: string, context: z.RefinementCtx): { name: string; address: string } => {
  const [, quoted, plain, address = written] = /^(?:"([^"<>\r\n]*)" |([^"<>@,\r\n]*?) ?)<([^<>\s]+)>$/.exec(written) ?? []
  if (!z.email().safeParse(address).success)
    context.addIssue('MAIL_FROM is an address, such as plan@school.example, or a name with one: Riverside Plans <plan@school.example>')
  return { name: quoted || plain || 'Firstbell', address }
}
