/** Validates individual setting values. */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export const POSTGRES_URL =
  'DATABASE_URL must look like postgres://user:password@host:5432/database. In the password, write @ as %40, : as %3A, / as %2F, ? as %3F, # as %23, and % as %25'

/** True if the text is a single PostgreSQL URL with special characters in its password escaped. */
export const isPostgresUrl = (written: string): boolean => {
  try {
    const { protocol, username, password, pathname, search, hash } = new URL(written)
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return /^postgres(?:ql)?:$/.test(protocol) && hash === '' && !`${pathname}${search}`.includes('@')
  } catch {
    return false
  }
}

/** True if Fastify accepts the text as a proxy address. */
export const isProxy = (written: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(written) || ipaddr.isValid(written) || ipaddr.isValidCIDR(written)

/** Parses the name and address from `Name <address>` or a bare address. */
export const senderOf = (written: string, context: z.RefinementCtx): { name: string; address: string } => {
  const [, quoted, plain, address = written] = /^(?:"([^"<>\r\n]*)" |([^"<>@,\r\n]*?) ?)<([^<>\s]+)>$/.exec(written) ?? []
  if (!z.email().safeParse(address).success)
    context.addIssue(
      'MAIL_FROM must be an address, such as plan@school.example, or a name and an address: Riverside Plans <plan@school.example>',
    )
  return { name: quoted || plain || 'Firstbell', address }
}
