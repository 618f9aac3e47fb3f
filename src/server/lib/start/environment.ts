/** The settings that operators can configure. */
import { z } from 'zod'
import type { Setting } from '#shared/admin/tools/contract.ts'
import { isTimezone } from '#shared/dates.ts'
import { Schedule } from './backup-settings.ts'
import { isPostgresUrl, isProxy, POSTGRES_URL, senderOf } from './setting-values.ts'
import { Domains } from './sign-up-settings.ts'

const number = (fallback: number) => z.coerce.number().int().min(0).default(fallback)

/** True if responses from an issuer can't be read or modified in transit: the issuer uses https or is on this machine. */
const isSafeIssuer = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Every environment variable that the server uses. docs/operations.md explains them. */
export const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.string().refine(isPostgresUrl, POSTGRES_URL).optional(),
  /** Connections of each server to PostgreSQL, without the one that listens. */
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(10),
  /** PostgreSQL itself, if DATABASE_URL is a pooler in transaction mode. */
  DATABASE_LISTEN_URL: z.string().refine(isPostgresUrl, POSTGRES_URL.replace('DATABASE_URL', 'DATABASE_LISTEN_URL')).optional(),
  /** Folder for the backups and the list of deleted accounts. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** A second folder, on another disk or machine, to which backups are copied. */
  BACKUP_SECOND_DIR: z.string().min(1).optional(),
  /** When backups are made, as a cron pattern in TIME_ZONE that is due every day. */
  BACKUP_SCHEDULE: Schedule.default('0 3 * * *'),
  /** How many scheduled backups are kept. */
  BACKUP_KEEP: z.coerce.number().int().min(1).default(30),
  /** `off`: the server doesn't test-restore its backups. */
  PROVE_BACKUPS: z.enum(['on', 'off']).default('on'),
  /** Time zone for the nightly jobs. Defaults to the machine's time zone. */
  TIME_ZONE: z
    .string()
    .refine(isTimezone, 'TIME_ZONE must be a name such as America/Chicago')
    .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  /** Queries that take at least this many milliseconds are logged by name. */
  SLOW_QUERY_MS: z.coerce.number().int().min(1).default(500),
  /** Turns on /metrics for callers that send this token. */
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'METRICS_TOKEN needs 16 to 200 characters without spaces')
    .optional(),
  /** Seconds for which a stopping server still accepts connections, so that a load balancer notices. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(120).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The email address shown on the terms and privacy pages. */
  CONTACT_EMAIL: z.email().default('hello@firstbell.example'),
  /** Public URL of this installation, for search engines and shared links: scheme and host, without a path. */
  PUBLIC_ADDRESS: z
    .url({ protocol: /^https?$/ })
    .transform((address) => new URL(address).origin)
    .optional(),
  /** Sign-up policy: open to everyone, by invitation only, or limited to the comma-separated domains in SIGN_UP_DOMAINS. */
  SIGN_UP: z.enum(['open', 'invited', 'domains']).default('open'),
  SIGN_UP_DOMAINS: Domains.optional(),
  PASSWORD_MIN_LENGTH: number(0),
  PASSWORD_HASH_MEMORY_KIB: number(65_536),
  PASSWORD_HASH_PASSES: number(3),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(1200),
  /** Storage quotas per user, in megabytes: one for lessons and templates, one for the changes from the last 30 days. */
  LESSONS_MB: z.coerce.number().positive().default(100),
  HISTORY_MB: z.coerce.number().positive().default(200),
  /** Comma-separated addresses of reverse proxies whose X-Forwarded-For header is trusted. */
  TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .refine(
      (list) => list.every(isProxy),
      'TRUSTED_PROXIES must be IP addresses or networks such as 10.0.0.0/8, separated by commas, not host names',
    )
    .optional(),
  /** False in development, where Vite serves the web app. */
  SERVE_WEB: z.stringbool().default(true),
  /** True if clients reach the server over https through a proxy. Enables HSTS. */
  HTTPS: z.stringbool().default(false),
  /** `off`: the server has no trials or plans, and every user can edit. */
  SUBSCRIPTIONS: z.enum(['on', 'off']).default('on'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:live|test)_/, 'A Stripe secret key starts with sk_live_ or sk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  STRIPE_PRICE_MONTHLY: z.string().optional(),
  STRIPE_PRICE_YEARLY: z.string().optional(),
  /** Without this price id, the AI add-on isn't for sale. */
  STRIPE_PRICE_AI: z.string().optional(),
  /** Overrides the Stripe API URL in tests and development. */
  STRIPE_API_BASE: z.url({ protocol: /^https?$/ }).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Overrides the Google URL in tests and development. */
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  /** Set both to let users pick files in Drive. */
  GOOGLE_API_KEY: z.string().optional(),
  GOOGLE_APP_ID: z.string().optional(),
  /** Issuer URL of another OpenID Connect provider, as listed in its documentation. */
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeIssuer, 'OIDC_ISSUER must start with https://')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** Label of the OpenID Connect provider's sign-in button. */
  OIDC_NAME: z.string().trim().max(40, 'OIDC_NAME can have up to 40 characters').optional(),
  /** Which teachers can use AI: only teachers with the add-on, or all of them. */
  AI: z.enum(['add-on', 'everybody']).default('add-on'),
  /** URL of any provider that supports OpenAI's API, ending in `/v1`. */
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  /** URL of the mail server, with user name and password. Links in emails use PUBLIC_ADDRESS. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'SMTP_URL must look like smtps://user:password@mail.school.example:465' }).optional(),
  /** The sender's address, with or without a name. */
  MAIL_FROM: z.string().transform(senderOf).optional(),
  /** Comma-separated encryption keys of 32 bytes each in base64, newest first. */
  KEYS: z.string().optional(),
  /** Days by which this server's clock is ahead, for testing the end of a trial in development. */
  CLOCK_AHEAD_DAYS: z.coerce.number().min(0).max(3650).default(0),
  NODE_ENV: z.string().optional(),
  /** A settings file to use instead of `firstbell.env`. */
  SETTINGS_FILE: z.string().optional(),
})
export type Environment = z.output<typeof Environment>

export const settingNames: readonly string[] = Object.keys(Environment.shape)

/** Settings whose values platform admins can see. For all other settings, they can see only whether they are set. */
const OPEN: readonly string[] = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_POOL',
  'DRAIN_SECONDS',
  'SLOW_QUERY_MS',
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
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_NAME',
  'AI',
  'AI_MODEL',
  'BACKUP_DIR',
  'BACKUP_SECOND_DIR',
  'BACKUP_SCHEDULE',
  'BACKUP_KEEP',
  'PROVE_BACKUPS',
  'TIME_ZONE',
  'MAIL_FROM',
  'CLOCK_AHEAD_DAYS',
  'NODE_ENV',
  'SETTINGS_FILE',
]

/** Returns every setting with its source, omitting secret values. */
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
