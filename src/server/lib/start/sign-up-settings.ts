/** The sign-up settings and the URL of this installation. */
import { z } from 'zod'
import type { SignUp } from '#shared/accounts/rules.ts'
import { StartRefused } from './start-refused.ts'

const DOMAINS = 'SIGN_UP_DOMAINS must look like district.example,schools.example: the part after the @ in an address'

export const Domains = z
  .string()
  .transform((domains) => domains.split(',').map((domain) => domain.trim().toLowerCase()))
  .pipe(z.array(z.hostname(DOMAINS).refine((name) => name.includes('.'), DOMAINS)))

type SignUpSettings = { SIGN_UP: SignUp['mode']; SIGN_UP_DOMAINS?: string[] | undefined }

/** Returns the sign-up policy. Throws StartRefused if domains are required but missing, or set but not used. */
export const signUpOf = ({ SIGN_UP: mode, SIGN_UP_DOMAINS: domains }: SignUpSettings): SignUp => {
  if (mode === 'domains' && domains) return { mode, domains }
  if (mode === 'domains') throw new StartRefused('SIGN_UP=domains also needs SIGN_UP_DOMAINS, such as district.example,schools.example.')
  if (domains) throw new StartRefused('SIGN_UP_DOMAINS works only with SIGN_UP=domains. Set that, too, or remove SIGN_UP_DOMAINS.')
  return { mode }
}

type Place = { publicAddress: string | undefined; host: string; port: number }

/** Returns the installation's URL from its settings: scheme and host, without a path. */
export const addressOf = ({ publicAddress, host, port }: Place): string => {
  if (publicAddress !== undefined) return publicAddress
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}
