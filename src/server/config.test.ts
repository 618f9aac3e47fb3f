import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import { readConfig, startNotices } from './config.ts'
import { timesOf } from './lib/start/backup-settings.ts'
import { describeSettings } from './lib/start/environment.ts'
import { addressOf } from './lib/start/sign-up-settings.ts'

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_MONTHLY: 'price_m',
  STRIPE_PRICE_YEARLY: 'price_y',
}

test('without Stripe settings, nothing is sold and trials still exist', () => {
  expect(readConfig({})).toMatchObject({ stripe: undefined, isFree: false, clockAheadMs: 0 })
  expect(readConfig({ SUBSCRIPTIONS: 'off' })).toMatchObject({ isFree: true })
})

test('plans need four settings, and the add-on a fifth', () => {
  expect(readConfig(STRIPE).stripe).toEqual({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    apiBase: undefined,
    prices: { monthly: 'price_m', yearly: 'price_y', ai_addon: undefined },
  })
  expect(readConfig({ ...STRIPE, STRIPE_PRICE_AI: 'price_ai' }).stripe?.prices.ai_addon).toBe('price_ai')
})

test.each(Object.keys(STRIPE))('a server without %s does not start, and says so in one sentence', (name) => {
  const words = `Billing is only partly set up. Also set ${name}, or remove all STRIPE_ settings.`
  expect(() => readConfig({ ...STRIPE, [name]: '' })).toThrow(words)
})

test('with only an address, the message names all four', () => {
  expect(() => readConfig({ STRIPE_API_BASE: 'http://127.0.0.1:4242' })).toThrow(Object.keys(STRIPE).join(', '))
  expect(() => readConfig({ ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_public' })).toThrow('STRIPE_SECRET_KEY')
})

test('a second address for listening needs the pooler’s own, and a token for metrics isn’t short', () => {
  const listen = { DATABASE_LISTEN_URL: 'postgres://db.school.example/firstbell' }
  expect(() => readConfig(listen)).toThrow('DATABASE_LISTEN_URL also needs DATABASE_URL')
  const pooled = { ...listen, DATABASE_URL: 'postgres://pooler.school.example/firstbell', BACKUP_DIR: '/mnt/backups' }
  expect(readConfig({ ...pooled, DATABASE_POOL: '25' })).toMatchObject({ poolSize: 25, listenUrl: listen.DATABASE_LISTEN_URL })
  expect(() => readConfig({ ...pooled, DATABASE_LISTEN_URL: 'db.school.example' })).toThrow(
    'DATABASE_LISTEN_URL must look like postgres://',
  )
  expect(() => readConfig({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN needs 16')
})

describe('another sign-in provider', () => {
  const OIDC = {
    OIDC_ISSUER: 'https://login.lincoln.example/v2.0',
    OIDC_CLIENT_ID: 'firstbell',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Sign in with Lincoln District',
  }

  test('needs four settings', () => {
    expect(readConfig({}).oidc).toBeUndefined()
    expect(readConfig(OIDC).oidc).toEqual({
      issuer: 'https://login.lincoln.example/v2.0',
      clientId: 'firstbell',
      clientSecret: 'secret',
      button: 'Sign in with Lincoln District',
    })
  })

  test.each(Object.keys(OIDC))('prevents the start without %s', (name) => {
    const words = `Single sign-on is only partly set up. Also set ${name}, or remove all of ${Object.keys(OIDC).join(', ')}.`
    expect(() => readConfig({ ...OIDC, [name]: '' })).toThrow(words)
  })

  test('has a short name, and uses https unless it is on this machine', () => {
    expect(() => readConfig({ ...OIDC, OIDC_NAME: 'x'.repeat(41) })).toThrow('OIDC_NAME can have up to 40 characters')
    expect(() => readConfig({ ...OIDC, OIDC_NAME: ' ' })).toThrow('OIDC_NAME')
    expect(() => readConfig({ ...OIDC, OIDC_ISSUER: 'http://login.lincoln.example' })).toThrow('OIDC_ISSUER must start with https://')
    expect(readConfig({ ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:4243' }).oidc?.issuer).toBe('http://127.0.0.1:4243')
  })

  test('does not show its secret to platform admins', () => {
    const shown = describeSettings(OIDC)
    const shownOf = (name: string) => shown.find((setting) => setting.name === name)?.value
    expect([shownOf('OIDC_ISSUER'), shownOf('OIDC_CLIENT_SECRET')]).toEqual([OIDC.OIDC_ISSUER, null])
  })
})

test('one setting enables AI for all teachers, and requires an AI provider', () => {
  const ai = { AI_BASE_URL: 'https://ai.example/v1', AI_API_KEY: 'key', AI_MODEL: 'model' }
  expect(readConfig(ai).isAiForEverybody).toBe(false)
  expect(readConfig({ ...ai, AI: 'everybody' }).isAiForEverybody).toBe(true)
  expect(() => readConfig({ AI: 'everybody' })).toThrow(
    'AI=everybody needs an AI provider. Also set AI_BASE_URL, AI_API_KEY, and AI_MODEL.',
  )
  expect(() => readConfig({ ...ai, AI: 'everyone' })).toThrow('everybody')
})

describe('mail', () => {
  const MAIL = {
    SMTP_URL: 'smtps://plan:secret@mail.school.example',
    MAIL_FROM: 'plan@school.example',
    PUBLIC_ADDRESS: 'https://plan.school.example/',
  }

  test('needs three settings, and its links start with the public address', () => {
    expect(readConfig({}).mail).toBeUndefined()
    expect(readConfig(MAIL).mail).toEqual({
      url: MAIL.SMTP_URL,
      from: { name: 'Firstbell', address: 'plan@school.example' },
      about: { address: 'https://plan.school.example', contactEmail: 'hello@firstbell.example', isFree: false },
    })
  })

  test('prevents the start with a message if only partly set up or without a public address', () => {
    expect(() => readConfig({ ...MAIL, MAIL_FROM: '' })).toThrow(
      'Email is only partly set up. Also set MAIL_FROM, or remove all of SMTP_URL, MAIL_FROM.',
    )
    expect(() => readConfig({ ...MAIL, PUBLIC_ADDRESS: '' })).toThrow(
      'Email also needs PUBLIC_ADDRESS, which links in emails are built from.',
    )
    expect(() => readConfig({ ...MAIL, SMTP_URL: 'https://mail.school.example' })).toThrow('SMTP_URL must look like smtps://')
  })

  test.each([
    ['Riverside Plans <plan@school.example>', 'Riverside Plans'],
    ['"Plans, Riverside" <plan@school.example>', 'Plans, Riverside'],
    ['<plan@school.example>', 'Firstbell'],
  ])('comes from %s, with that name', (written, name) => {
    expect(readConfig({ ...MAIL, MAIL_FROM: written }).mail?.from).toEqual({ name, address: 'plan@school.example' })
  })

  test.each(['Plan', 'Plan <plan>', 'a@b.example, c@d.example', 'A <a@b.example> <c@d.example>', 'A\n <a@b.example>'])(
    '%j is refused as MAIL_FROM',
    (written) => {
      expect(() => readConfig({ ...MAIL, MAIL_FROM: written })).toThrow('MAIL_FROM must be an address')
    },
  )
})

test('the clock can be moved only in development', () => {
  expect(readConfig({ CLOCK_AHEAD_DAYS: '8' }).clockAheadMs).toBe(8 * DAY_MS)
  expect(() => readConfig({ CLOCK_AHEAD_DAYS: '8', NODE_ENV: 'production' })).toThrow('CLOCK_AHEAD_DAYS is for development')
})

test('backups are next to the embedded data, and need a folder with DATABASE_URL', () => {
  expect(readConfig({ DATA_DIR: './kept' }).backupDir).toBe(path.join('kept', 'backups'))
  const server = { DATABASE_URL: 'postgres://school@db.example/school' }
  expect(() => readConfig(server)).toThrow('With DATABASE_URL, also set BACKUP_DIR')
  expect(readConfig({ ...server, BACKUP_DIR: '/mnt/backups' }).backupDir).toBe('/mnt/backups')
})

describe('backups', () => {
  test('are made every night at 3, and 30 are kept, unless the settings say otherwise', () => {
    expect(readConfig({})).toMatchObject({ backupSchedule: '0 3 * * *', backupsKept: 30, secondBackupDir: undefined })
    const set = { BACKUP_SCHEDULE: ' 0  */6 * * *', BACKUP_KEEP: '120', BACKUP_SECOND_DIR: '/mnt/usb/firstbell' }
    expect(readConfig(set)).toMatchObject({ backupSchedule: '0 */6 * * *', backupsKept: 120, secondBackupDir: '/mnt/usb/firstbell' })
    expect(timesOf('30 3,12 * * *')).toEqual(['03:30', '12:30'])
  })

  test.each(['3:00', '0 3 * * 1-5', '0 3 1 * *', '0 25 * * *', '0 0 3 * * *', '@daily', 'x 3 * * *'])(
    'at "%s" prevent the start, because they must be made every day',
    (schedule) => expect(() => readConfig({ BACKUP_SCHEDULE: schedule })).toThrow('BACKUP_SCHEDULE must have five parts'),
  )

  test('are kept no longer than the Privacy Policy says, and not twice in one folder', () => {
    expect(() => readConfig({ BACKUP_KEEP: '31' })).toThrow(
      'BACKUP_KEEP=31 would keep what people delete for more than 30 days, which the Privacy Policy promises. With this BACKUP_SCHEDULE, set it to 30 or less.',
    )
    expect(() => readConfig({ BACKUP_KEEP: '0' })).toThrow('BACKUP_KEEP')
    expect(() => readConfig({ DATA_DIR: '/srv/data', BACKUP_SECOND_DIR: '/srv/data/backups/' })).toThrow('is the same folder as BACKUP_DIR')
  })
})

test("nightly jobs use the machine's time zone or the configured one", () => {
  expect(readConfig({}).timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(readConfig({ TIME_ZONE: 'Asia/Kathmandu' }).timeZone).toBe('Asia/Kathmandu')
  expect(() => readConfig({ TIME_ZONE: 'Nowhere' })).toThrow('TIME_ZONE must be a name such as America/Chicago')
})

test('the start warns when trials end and plans are not sold', () => {
  expect(startNotices(readConfig({}))).toEqual([
    "Payments aren't set up, so trials end after 7 days and no one can subscribe. Set SUBSCRIPTIONS=off to turn off trials and plans.",
  ])
  expect(startNotices(readConfig({ SUBSCRIPTIONS: 'off' }))).toEqual([])
  expect(startNotices({ ...readConfig({}), stripe: {} as never })).toEqual([])
})

test('the start warns when a closed sign-up cannot check addresses', () => {
  const closed = readConfig({ SUBSCRIPTIONS: 'off', SIGN_UP: 'invited' })
  expect(startNotices(closed)).toEqual([expect.stringContaining("SIGN_UP=invited without email: Firstbell can't check")])
  expect(startNotices({ ...closed, mail: {} as never })).toEqual([])
})

test('everyone may sign up unless the settings restrict it', () => {
  expect(readConfig({}).signUp).toEqual({ mode: 'open' })
  expect(readConfig({ SIGN_UP: 'invited' }).signUp).toEqual({ mode: 'invited' })
  const set = { SIGN_UP: 'domains', SIGN_UP_DOMAINS: ' District.example, lincoln.k12.example ' }
  expect(readConfig(set).signUp).toEqual({ mode: 'domains', domains: ['district.example', 'lincoln.k12.example'] })
})

const HALF: [Record<string, string>, string][] = [
  [{ SIGN_UP: 'domains' }, 'SIGN_UP=domains also needs SIGN_UP_DOMAINS'],
  [{ SIGN_UP: 'domains', SIGN_UP_DOMAINS: '' }, 'SIGN_UP=domains also needs SIGN_UP_DOMAINS'],
  [{ SIGN_UP_DOMAINS: 'district.example' }, 'SIGN_UP_DOMAINS works only with SIGN_UP=domains'],
  [{ SIGN_UP: 'invited', SIGN_UP_DOMAINS: 'district.example' }, 'SIGN_UP_DOMAINS works only with SIGN_UP=domains'],
  [{ SIGN_UP: 'closed' }, 'SIGN_UP'],
]
const NO_DOMAINS = ['@district.example', 'https://district.example', 'district', 'a.example,,b.example', '*.district.example']
const ODD = NO_DOMAINS.map((domains): (typeof HALF)[number] => [
  { SIGN_UP: 'domains', SIGN_UP_DOMAINS: domains },
  'SIGN_UP_DOMAINS must look like district.example,schools.example',
])

test.each([...HALF, ...ODD])('a server with %o does not start, and names the setting', (set, words) => {
  expect(() => readConfig(set)).toThrow(words)
})

test('printed links use PUBLIC_ADDRESS, or else the address the server listens on', () => {
  const of = (set: Record<string, string>) => addressOf(readConfig(set))
  expect(of({})).toBe('http://127.0.0.1:3000')
  expect(of({ HOST: '0.0.0.0', PORT: '8080' })).toBe('http://localhost:8080')
  expect(of({ HOST: '::1' })).toBe('http://[::1]:3000')
  expect(of({ PUBLIC_ADDRESS: 'https://plan.school.example/', PORT: '8080' })).toBe('https://plan.school.example')
})
