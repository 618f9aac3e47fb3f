import type { z } from 'zod'
import type { AiSettings } from '#server/lib/integrations/ai.ts'
import type { MailSettings } from '#server/lib/integrations/mail.ts'
import type { StripeSettings } from '#server/lib/integrations/payments.ts'
import type { GoogleSettings, OidcSettings } from '#server/lib/integrations/provider.ts'
import { type BackupConfig, backupsOf } from '#server/lib/start/backup-settings.ts'
import { Environment } from '#server/lib/start/environment.ts'
import { signUpOf } from '#server/lib/start/sign-up-settings.ts'
import { StartRefused } from '#server/lib/start/start-refused.ts'
import type { SignUp } from '#shared/accounts/rules.ts'
import { TRIAL_DAYS } from '#shared/billing/rules.ts'
import { DAY_MS } from '#shared/dates.ts'

const MEGABYTE = 1024 * 1024

export type Config = BackupConfig & {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  /** Connections to PostgreSQL. */
  poolSize: number
  /** PostgreSQL's own address, if `databaseUrl` is a pooler in transaction mode. */
  listenUrl: string | undefined
  provesBackups: boolean
  timeZone: string
  logLevel: string
  slowQueryMs: number
  /** Undefined if there are no metrics. */
  metricsToken: string | undefined
  /** How long a stopping server still accepts connections, in milliseconds. */
  drainMs: number
  contactEmail: string
  publicAddress: string | undefined
  signUp: SignUp
  passwordMinLength: number
  hashCost: { memoryKiB: number; passes: number }
  rateLimitPerMinute: number
  /** Storage limits per user, in bytes. */
  quota: { lessons: number; history: number }
  trustedProxies: string[]
  isHttps: boolean
  servesWeb: boolean
  /** If true, trials and plans are disabled and every user has write access. */
  isFree: boolean
  /** Undefined if billing is disabled. */
  stripe: StripeSettings | undefined
  /** Undefined if Google sign-in is disabled. */
  google: GoogleSettings | undefined
  /** Undefined if no other sign-in provider is configured. */
  oidc: OidcSettings | undefined
  /** Undefined if AI is disabled. */
  ai: AiSettings | undefined
  /** If true, every teacher with write access gets the AI add-on's tokens, and the add-on isn't for sale. */
  isAiForEverybody: boolean
  /** Undefined if mail is disabled. */
  mail: MailSettings | undefined
  /** In the format of `makeKeyRing`. Undefined if a key file is used instead. */
  keys: string | undefined
  /** Milliseconds to set the clock ahead. */
  clockAheadMs: number
}

/** Settings that billing requires. */
const STRIPE_NEEDS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_MONTHLY', 'STRIPE_PRICE_YEARLY'] as const

/** Returns the payment settings, or undefined if none are set. Throws an error that lists the missing settings if only some are set. */
const stripeIn = (env: Environment): StripeSettings | undefined => {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_MONTHLY, STRIPE_PRICE_YEARLY, STRIPE_PRICE_AI, STRIPE_API_BASE } = env
  if (STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET && STRIPE_PRICE_MONTHLY && STRIPE_PRICE_YEARLY)
    return {
      secretKey: STRIPE_SECRET_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      apiBase: STRIPE_API_BASE,
      prices: { monthly: STRIPE_PRICE_MONTHLY, yearly: STRIPE_PRICE_YEARLY, ai_addon: STRIPE_PRICE_AI },
    }
  const missing = STRIPE_NEEDS.filter((name) => !env[name])
  if (missing.length === STRIPE_NEEDS.length && !STRIPE_PRICE_AI && !STRIPE_API_BASE) return undefined
  throw new StartRefused(`Billing is only partly set up. Also set ${missing.join(', ')}, or remove all STRIPE_ settings.`)
}

/**
 * Returns these settings if all are set, or undefined if none are. Throws an error that lists the missing settings if only some are set.
 */
const allOrNone = <Name extends keyof Environment>(
  env: Environment,
  what: string,
  names: readonly Name[],
): { [N in Name]: NonNullable<Environment[N]> } | undefined => {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    throw new StartRefused(`${what} is only partly set up. Also set ${missing.join(', ')}, or remove all of ${names.join(', ')}.`)
  return env as never
}

/** Returns the Google settings, or undefined if Google sign-in isn't configured. */
const googleIn = (env: Environment): GoogleSettings | undefined => {
  const signIn = allOrNone(env, 'Google sign-in', ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const picker = allOrNone(env, 'The Google Drive picker', ['GOOGLE_API_KEY', 'GOOGLE_APP_ID'])
  if (!signIn && picker) throw new StartRefused('The Google Drive picker also needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.')
  return (
    signIn && {
      clientId: signIn.GOOGLE_CLIENT_ID,
      clientSecret: signIn.GOOGLE_CLIENT_SECRET,
      issuer: env.GOOGLE_ISSUER,
      picker: picker && { apiKey: picker.GOOGLE_API_KEY, appId: picker.GOOGLE_APP_ID },
    }
  )
}

/** Returns the settings of another sign-in provider, or undefined if none is configured. */
const oidcIn = (env: Environment): OidcSettings | undefined => {
  const set = allOrNone(env, 'Single sign-on', ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'])
  return set && { issuer: set.OIDC_ISSUER, clientId: set.OIDC_CLIENT_ID, clientSecret: set.OIDC_CLIENT_SECRET, button: set.OIDC_NAME }
}

/** Returns the AI provider's settings, or undefined if no provider is configured. */
const aiIn = (env: Environment): AiSettings | undefined => {
  const set = allOrNone(env, 'AI', ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL'])
  if (!set && env.AI === 'everybody')
    throw new StartRefused('AI=everybody needs an AI provider. Also set AI_BASE_URL, AI_API_KEY, and AI_MODEL.')
  return set && { baseUrl: set.AI_BASE_URL, apiKey: set.AI_API_KEY, model: set.AI_MODEL }
}

/** Returns the mail settings, or undefined if mail isn't configured. */
const mailIn = (env: Environment): MailSettings | undefined => {
  const set = allOrNone(env, 'Email', ['SMTP_URL', 'MAIL_FROM'])
  if (!set) return undefined
  const { PUBLIC_ADDRESS: address, CONTACT_EMAIL: contactEmail, SUBSCRIPTIONS } = env
  if (!address) throw new StartRefused('Email also needs PUBLIC_ADDRESS, which links in emails are built from.')
  return { url: set.SMTP_URL, from: set.MAIL_FROM, about: { address, contactEmail, isFree: SUBSCRIPTIONS === 'off' } }
}

const listenUrlIn = ({ DATABASE_URL, DATABASE_LISTEN_URL }: Environment): string | undefined => {
  if (DATABASE_LISTEN_URL !== undefined && DATABASE_URL === undefined)
    throw new StartRefused('DATABASE_LISTEN_URL also needs DATABASE_URL, the address of the pooler.')
  return DATABASE_LISTEN_URL
}

const clockAhead = ({ CLOCK_AHEAD_DAYS, NODE_ENV }: Environment): number => {
  if (CLOCK_AHEAD_DAYS > 0 && NODE_ENV === 'production')
    throw new StartRefused("CLOCK_AHEAD_DAYS is for development only and can't be used with NODE_ENV=production.")
  return CLOCK_AHEAD_DAYS * DAY_MS
}

/** Returns an error sentence for an invalid setting, starting with the setting's name. */
const sentenceOf = ({ path: [name = ''], message }: z.core.$ZodIssue): string =>
  message.startsWith(String(name)) ? message : `${String(name)}: ${message}`

/** Reads the configuration once at startup. Throws StartRefused with the names of the invalid settings. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(filled)
  if (!parsed.success) throw new StartRefused(parsed.error.issues.map(sentenceOf).join('\n'))
  const env = parsed.data
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL,
    listenUrl: listenUrlIn(env),
    ...backupsOf(env),
    provesBackups: env.PROVE_BACKUPS === 'on',
    timeZone: env.TIME_ZONE,
    logLevel: env.LOG_LEVEL,
    slowQueryMs: env.SLOW_QUERY_MS,
    metricsToken: env.METRICS_TOKEN,
    drainMs: env.DRAIN_SECONDS * 1000,
    contactEmail: env.CONTACT_EMAIL,
    publicAddress: env.PUBLIC_ADDRESS,
    signUp: signUpOf(env),
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    hashCost: { memoryKiB: env.PASSWORD_HASH_MEMORY_KIB, passes: env.PASSWORD_HASH_PASSES },
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    quota: { lessons: env.LESSONS_MB * MEGABYTE, history: env.HISTORY_MB * MEGABYTE },
    trustedProxies: env.TRUSTED_PROXIES ?? [],
    isHttps: env.HTTPS,
    servesWeb: env.SERVE_WEB,
    isFree: env.SUBSCRIPTIONS === 'off',
    stripe: stripeIn(env),
    google: googleIn(env),
    oidc: oidcIn(env),
    ai: aiIn(env),
    isAiForEverybody: env.AI === 'everybody',
    mail: mailIn(env),
    keys: env.KEYS,
    clockAheadMs: clockAhead(env),
  }
}

/** Returns a sentence for each valid combination of settings that may still surprise the operator. */
export const startNotices = ({ stripe, isFree, signUp, mail }: Pick<Config, 'stripe' | 'isFree' | 'signUp' | 'mail'>): string[] => [
  ...(stripe || isFree
    ? []
    : [
        `Payments aren't set up, so trials end after ${TRIAL_DAYS} days and no one can subscribe. Set SUBSCRIPTIONS=off to turn off trials and plans.`,
      ]),
  ...(signUp.mode === 'open' || mail
    ? []
    : [
        `SIGN_UP=${signUp.mode} without email: Firstbell can't check that people own the address they enter. Set SMTP_URL, MAIL_FROM, and PUBLIC_ADDRESS so that only an address's owner gets the account.`,
      ]),
]
