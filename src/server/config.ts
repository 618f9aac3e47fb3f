import path from 'node:path'
import { z } from 'zod'
import type { AiSettings } from '#server/lib/outside/ai.ts'
import type { GoogleSettings } from '#server/lib/outside/google.ts'
import type { MailSettings } from '#server/lib/outside/mail.ts'
import type { StripeSettings } from '#server/lib/outside/payments.ts'
import { isPostgresUrl, isProxy, POSTGRES_URL, senderOf } from '#server/lib/start/setting-values.ts'
import { Domains, signUpOf } from '#server/lib/start/sign-up-settings.ts'
import { StartRefused } from '#server/lib/start/start-refused.ts'
import type { SignUp } from '#shared/accounts/rules.ts'
import type { Setting } from '#shared/admin/tools/contract.ts'
import { TRIAL_DAYS } from '#shared/billing/rules.ts'
import { isTimezone } from '#shared/dates.ts'

const MEGABYTE = 1024 * 1024

const number = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

/** Every environment variable the server knows; docs/operations.md explains them. */
const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.string().refine(isPostgresUrl, POSTGRES_URL).optional(),
  /** Where backups are, and who has been deleted since. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** Off: no backup is restored to see whether it can be. */
  PROVE_BACKUPS: z.enum(['on', 'off']).default('on'),
  /** By whose clock the nightly jobs are done: that of the machine unless said. */
  TIME_ZONE: z
    .string()
    .refine(isTimezone, 'TIME_ZONE is a name such as Europe/Berlin')
    .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The address on the terms and privacy pages. */
  CONTACT_EMAIL: z.email().default('hello@firstbell.example'),
  /** Where people reach this installation, for search engines and shared links: scheme and host, no path. */
  PUBLIC_ADDRESS: z
    .url({ protocol: /^https?$/ })
    .transform((address) => new URL(address).origin)
    .optional(),
  /** Who may sign up; `domains` are those of SIGN_UP_DOMAINS, separated by commas. */
  SIGN_UP: z.enum(['open', 'invited', 'domains']).default('open'),
  SIGN_UP_DOMAINS: Domains.optional(),
  PASSWORD_MIN_LENGTH: number(0),
  PASSWORD_HASH_MEMORY_KIB: number(65_536),
  PASSWORD_HASH_PASSES: number(3),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(1200),
  /** What one person may keep, in megabytes: lessons and templates, and the changes of the last 30 days. */
  LESSONS_MB: z.coerce.number().positive().default(100),
  HISTORY_MB: z.coerce.number().positive().default(200),
  /** Addresses of reverse proxies whose X-Forwarded-For is believed, separated by commas. */
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine(
      (list) => list.every(isProxy),
      'TRUSTED_PROXIES is IP addresses or networks such as 10.0.0.0/8, separated by commas, and no names',
    )
    .optional(),
  /** False in development, where Vite serves the web app. */
  SERVE_WEB: z.stringbool().default(true),
  /** True when the server is reached over https, by way of a proxy: sends HSTS. */
  HTTPS: z.stringbool().default(false),
  /** Off: nobody has a trial or a plan, and everybody may write. */
  SUBSCRIPTIONS: z.enum(['on', 'off']).default('on'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:live|test)_/, 'A secret key of Stripe begins with sk_live_ or sk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  STRIPE_PRICE_MONTHLY: z.string().optional(),
  STRIPE_PRICE_YEARLY: z.string().optional(),
  /** Without it the AI add-on is not sold. */
  STRIPE_PRICE_AI: z.string().optional(),
  /** Where Stripe is, for tests and development. */
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Where Google is, for tests and development. */
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  /** With both, files of Drive can be picked. */
  GOOGLE_API_KEY: z.string().optional(),
  GOOGLE_APP_ID: z.string().optional(),
  /** Who may let AI write: teachers with the add-on, or all of them. */
  AI: z.enum(['add-on', 'everybody']).default('add-on'),
  /** Any provider that speaks OpenAI's protocol: the address that ends in `/v1`. */
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  /** The server by which mail goes out, with its user and password; links in mail come from PUBLIC_ADDRESS. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'SMTP_URL is as smtps://user:password@mail.school.example:465' }).optional(),
  /** The address that mail comes from, with or without a name. */
  MAIL_FROM: z.string().transform(senderOf).optional(),
  /** What is encrypted in the database: 32 bytes in base64 each, separated by commas, the newest first. */
  KEYS: z.string().optional(),
  /** Days by which this server's clock is ahead, to see in development how a trial ends. */
  CLOCK_AHEAD_DAYS: z.coerce.number().min(0).max(3650).default(0),
  NODE_ENV: z.string().optional(),
  /** The file of settings instead of firstbell.env. */
  SETTINGS_FILE: z.string().optional(),
})

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Environment.shape)

export type Config = {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  backupDir: string
  provesBackups: boolean
  timeZone: string
  logLevel: string
  contactEmail: string
  publicAddress: string | undefined
  signUp: SignUp
  passwordMinLength: number
  hashCost: { memoryKiB: number; passes: number }
  rateLimitPerMinute: number
  /** Bytes that one person may keep. */
  quota: { lessons: number; history: number }
  trustedProxies: string[]
  isHttps: boolean
  servesWeb: boolean
  /** Nobody has a trial or a plan, and everybody may write. */
  isFree: boolean
  /** Undefined where nothing can be bought. */
  stripe: StripeSettings | undefined
  /** Undefined where nobody signs in with Google. */
  google: GoogleSettings | undefined
  /** Undefined where no AI writes. */
  ai: AiSettings | undefined
  /** Every teacher who may write has the add-on's tokens, and nobody buys it. */
  isAiForEverybody: boolean
  /** Undefined where no mail is sent. */
  mail: MailSettings | undefined
  /** As `makeKeyRing` takes them; undefined where one is made. */
  keys: string | undefined
  /** Milliseconds by which the clock is ahead. */
  clockAheadMs: number
}

/** What billing cannot do without. */
const STRIPE_NEEDS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_MONTHLY', 'STRIPE_PRICE_YEARLY'] as const

/** Returns where and how things are paid for; undefined where nothing of it is set. Half of it is an error that names what is missing. */
const stripeIn = (env: z.output<typeof Environment>): StripeSettings | undefined => {
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
  throw new StartRefused(`Billing is set up by half: set ${missing.join(', ')} too, or none of the STRIPE_ variables.`)
}

/** Returns these settings where all of them are set, undefined where none is. Throws an error that names what is missing of half of them. */
const allOrNone = <Name extends keyof z.output<typeof Environment>>(
  env: z.output<typeof Environment>,
  what: string,
  names: readonly Name[],
): { [N in Name]: NonNullable<z.output<typeof Environment>[N]> } | undefined => {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0)
    throw new StartRefused(`${what} is set up by half: set ${missing.join(', ')} too, or none of ${names.join(', ')}.`)
  return env as never
}

/** Returns how Google is reached; undefined where it is not set up. */
const googleIn = (env: z.output<typeof Environment>): GoogleSettings | undefined => {
  const signIn = allOrNone(env, 'Signing in with Google', ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'])
  const picker = allOrNone(env, 'Picking files of Google Drive', ['GOOGLE_API_KEY', 'GOOGLE_APP_ID'])
  if (!signIn && picker) throw new StartRefused('Picking files of Google Drive needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET too.')
  return (
    signIn && {
      clientId: signIn.GOOGLE_CLIENT_ID,
      clientSecret: signIn.GOOGLE_CLIENT_SECRET,
      issuer: env.GOOGLE_ISSUER,
      picker: picker && { apiKey: picker.GOOGLE_API_KEY, appId: picker.GOOGLE_APP_ID },
    }
  )
}

/** Returns how the AI provider is reached; undefined where there is none. */
const aiIn = (env: z.output<typeof Environment>): AiSettings | undefined => {
  const set = allOrNone(env, 'AI', ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL'])
  if (!set && env.AI === 'everybody') throw new Error('AI=everybody needs AI: set AI_BASE_URL, AI_API_KEY and AI_MODEL too.')
  return set && { baseUrl: set.AI_BASE_URL, apiKey: set.AI_API_KEY, model: set.AI_MODEL }
}

/** Returns how mail goes out; undefined where none does. */
const mailIn = (env: z.output<typeof Environment>): MailSettings | undefined => {
  const set = allOrNone(env, 'Mail', ['SMTP_URL', 'MAIL_FROM'])
  if (!set) return undefined
  const { PUBLIC_ADDRESS: address, CONTACT_EMAIL: contactEmail, SUBSCRIPTIONS } = env
  if (!address) throw new StartRefused('Mail needs PUBLIC_ADDRESS too: links in mail come from it alone.')
  return { url: set.SMTP_URL, from: set.MAIL_FROM, about: { address, contactEmail, isFree: SUBSCRIPTIONS === 'off' } }
}

/** Returns where backups are. With DATABASE_URL there is no place beside the data, and several servers may need the same one. */
const backupDirIn = ({ BACKUP_DIR, DATABASE_URL, DATA_DIR }: z.output<typeof Environment>): string => {
  if (BACKUP_DIR !== undefined) return BACKUP_DIR
  if (DATABASE_URL === undefined) return path.join(DATA_DIR, 'backups')
  throw new StartRefused(
    'With DATABASE_URL, say by BACKUP_DIR where backups are and the list of who was deleted since: one folder for all servers and commands.',
  )
}

const clockAhead = ({ CLOCK_AHEAD_DAYS, NODE_ENV }: z.output<typeof Environment>): number => {
  if (CLOCK_AHEAD_DAYS > 0 && NODE_ENV === 'production')
    throw new StartRefused('CLOCK_AHEAD_DAYS is for development: it is refused with NODE_ENV=production.')
  return CLOCK_AHEAD_DAYS * 86_400_000
}

/** Settings that may be read by whoever looks after the platform; of every other one only whether it is set. */
const OPEN: readonly string[] = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'LOG_LEVEL',
  'CONTACT_EMAIL',
  'PUBLIC_ADDRESS',
  'SIGN_UP',
  'SIGN_UP_DOMAINS',
  'PASSWORD_MIN_LENGTH',
  'PASSWORD_HASH_MEMORY_KIB',
  'PASSWORD_HASH_PASSES',
  'RATE_LIMIT_PER_MINUTE',
  'LESSONS_MB',
  'HISTORY_MB',
  'TRUSTED_PROXIES',
  'SERVE_WEB',
  'HTTPS',
  'SUBSCRIPTIONS',
  'STRIPE_PRICE_MONTHLY',
  'STRIPE_PRICE_YEARLY',
  'STRIPE_PRICE_AI',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_ISSUER',
  'AI',
  'AI_MODEL',
  'BACKUP_DIR',
  'PROVE_BACKUPS',
  'TIME_ZONE',
  'MAIL_FROM',
  'CLOCK_AHEAD_DAYS',
  'NODE_ENV',
  'SETTINGS_FILE',
]

/** Returns every setting with where it comes from, without what is secret. */
export const describeSettings = (environment: Record<string, string | undefined>): Setting[] => {
  const defaults: Record<string, unknown> = Environment.parse({})
  return settingNames.map((name) => {
    const set = environment[name]
    const isSet = set !== undefined && set !== ''
    const value = isSet ? set : defaults[name]?.toString()
    const source = isSet ? 'environment' : value === undefined ? 'unset' : 'default'
    return { name, source, value: OPEN.includes(name) ? (value ?? null) : null }
  })
}

/** Returns what is wrong with a setting, beginning with its name. */
const sentenceOf = ({ path: [name = ''], message }: z.core.$ZodIssue): string =>
  message.startsWith(String(name)) ? message : `${String(name)}: ${message}`

/** Reads the configuration once, at start. Throws StartRefused for an impossible value, naming its setting. */
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
    backupDir: backupDirIn(env),
    provesBackups: env.PROVE_BACKUPS === 'on',
    timeZone: env.TIME_ZONE,
    logLevel: env.LOG_LEVEL,
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
    ai: aiIn(env),
    isAiForEverybody: env.AI === 'everybody',
    mail: mailIn(env),
    keys: env.KEYS,
    clockAheadMs: clockAhead(env),
  }
}

/** Returns what the start says of settings that are right and may still surprise, a sentence each. */
export const startNotices = ({ stripe, isFree, signUp, mail }: Pick<Config, 'stripe' | 'isFree' | 'signUp' | 'mail'>): string[] => [
  ...(stripe || isFree
    ? []
    : [
        `Payments aren't set up: trials end after ${TRIAL_DAYS} days, and nobody can subscribe. SUBSCRIPTIONS=off turns trials and plans off.`,
      ]),
  ...(signUp.mode === 'open' || mail
    ? []
    : [
        `SIGN_UP=${signUp.mode} without mail: Firstbell believes the address that somebody types. Set SMTP_URL, MAIL_FROM and PUBLIC_ADDRESS, and the owner of the address gets the account.`,
      ]),
]
