/** Tests the checks of outside services against the stand-ins. */
import { afterAll, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '#server/config.ts'
import { startAi } from '#test/world/ai/start.ts'
import { startGoogle } from '#test/world/google/start.ts'
import { startMail } from '#test/world/mail/start.ts'
import { startStripe } from '#test/world/stripe/start.ts'
import { checkAddress, checkClock, clockFinding } from './address.ts'
import type { Check } from './check.ts'
import { checkAi, checkGoogle, checkMail, checkOidc, checkStripe } from './outside-checks.ts'

const AT = 'https://plan.school.example'
const stripe = await startStripe({ webhookUrl: `${AT}/api/billing/webhook` })
const google = await startGoogle({ redirectUris: [`${AT}/api/auth/google/callback`] })
const ai = await startAi()
const mail = await startMail()
afterAll(() => Promise.all([stripe.close(), google.close(), ai.close(), mail.close()]))

const SETTINGS = { PUBLIC_ADDRESS: AT, ...stripe.settings, ...google.settings, ...ai.settings, ...mail.settings }
/** A port on which nothing listens. */
const NOWHERE = '127.0.0.1:9'

const linesOf = async ({ look }: Check) =>
  (await look(AbortSignal.timeout(10_000))).flatMap(({ mark, sentence, fix }) => [`${mark} ${sentence}`, ...(fix ? [fix] : [])])
const of = (check: (config: Config) => Check, changed: Record<string, string> = {}) =>
  linesOf(check(readConfig({ ...SETTINGS, ...changed })))
const ofStripe = (config: Config) => checkStripe(config.stripe, config.publicAddress)

test('services that aren’t set up are no fault', async () => {
  const { stripe, google, oidc, ai, mail, publicAddress } = readConfig({})
  const at = { publicAddress }
  for (const check of [checkStripe(stripe, undefined), checkGoogle(google, at), checkOidc(oidc, at), checkAi(ai), checkMail(mail)])
    expect(await linesOf(check)).toEqual([expect.stringMatching(/^– Not set up/)])
})

test('Stripe: the key, each price and the webhook', async () => {
  expect(await of(ofStripe)).toEqual([
    '✔ STRIPE_PRICE_MONTHLY exists and is active.',
    '✔ STRIPE_PRICE_YEARLY exists and is active.',
    '✔ STRIPE_PRICE_AI exists and is active.',
    `✔ The webhook ${AT}/api/billing/webhook is enabled. Its secret can't be read, so STRIPE_WEBHOOK_SECRET isn't checked.`,
  ])
  expect(stripe.calls.map(({ method }) => method)).not.toContain('POST')
  expect(await of(ofStripe, { STRIPE_SECRET_KEY: 'sk_test_old' })).toEqual(['✘ Stripe rejects STRIPE_SECRET_KEY.', expect.any(String)])
  const confused = {
    STRIPE_PRICE_MONTHLY: stripe.prices.yearly,
    STRIPE_PRICE_YEARLY: 'price_gone',
    PUBLIC_ADDRESS: 'https://other.example',
  }
  const wrong = (await of(ofStripe, confused)).filter((line) => line.startsWith('✘'))
  expect(wrong).toEqual([
    '✘ STRIPE_PRICE_MONTHLY is in usd and recurs every year.',
    "✘ STRIPE_PRICE_YEARLY doesn't exist in the account of STRIPE_SECRET_KEY.",
    '✘ Stripe has no webhook for https://other.example/api/billing/webhook.',
  ])
  const away = await of(ofStripe, { STRIPE_API_BASE: `http://${NOWHERE}` })
  expect(away[0]).toMatch(/^✘ It doesn't respond \(/)
})

test('Google and single sign-on: the provider, the client and its secret', async () => {
  const ofGoogle = (config: Config) => checkGoogle(config.google, config)
  expect(await of(ofGoogle)).toEqual([`✔ ${google.issuer} responds.`, '✔ It knows the client and its secret.'])
  expect((await of(ofGoogle, { GOOGLE_CLIENT_SECRET: 'expired' }))[1]).toBe('✘ It rejects GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET.')
  const OIDC = {
    OIDC_ISSUER: google.issuer,
    OIDC_CLIENT_ID: google.clientId,
    OIDC_CLIENT_SECRET: google.clientSecret,
    OIDC_NAME: 'Sign in with Lincoln',
  }
  const ofOidc = (config: Config) => checkOidc(config.oidc, config)
  expect(await of(ofOidc, OIDC)).toEqual([`✔ ${google.issuer} responds.`, '✔ It knows the client and its secret.'])
  expect(await of(ofOidc, { ...OIDC, OIDC_ISSUER: `${google.issuer}/` })).toEqual([
    `✘ The provider calls itself ${google.issuer}.`,
    'Set OIDC_ISSUER to exactly that.',
  ])
  expect((await of(ofOidc, { ...OIDC, OIDC_ISSUER: ai.baseUrl }))[0]).toMatch(
    /doesn't describe itself as an OpenID provider \(status 404\)/,
  )
})

test('Google’s API key, which Google refuses before it asks for a user', async () => {
  const issuer = 'https://accounts.google.com'
  const answers: Record<string, object> = {
    [`${issuer}/.well-known/openid-configuration`]: { issuer, token_endpoint: `${issuer}/token` },
    [`${issuer}/token`]: { error: 'invalid_grant' },
  }
  const withKey = async (about: object) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => Response.json(answers[String(url)] ?? about))
    const lines = await of((config) => checkGoogle(config.google, config), { GOOGLE_ISSUER: issuer, GOOGLE_API_KEY: 'the key' })
    expect(fetched.mock.lastCall?.[0]).toContain('key=the%20key')
    fetched.mockRestore()
    return lines[2]
  }
  const details = [{ reason: 'API_KEY_INVALID' }]
  expect(await withKey({ error: { code: 400, details } })).toBe('✘ Google rejects GOOGLE_API_KEY.')
  expect(await withKey({ error: { code: 401, message: 'Login Required.' } })).toMatch(/^✔ Google knows GOOGLE_API_KEY/)
})

test('AI: the key and the model, without a token', async () => {
  const ofAi = (config: Config) => checkAi(config.ai)
  expect(await of(ofAi)).toEqual([`✔ The provider accepts AI_API_KEY and has ${ai.model}. No tokens were used.`])
  expect(await of(ofAi, { AI_MODEL: 'gone' })).toEqual([
    "✘ The provider doesn't have the model of AI_MODEL (gone).",
    `Set AI_MODEL to one of its 1: ${ai.model}.`,
  ])
  expect((await of(ofAi, { AI_BASE_URL: `${stripe.apiBase}/v1` }))[0]).toBe('✘ The provider rejects AI_API_KEY.')
  expect((await of(ofAi, { AI_BASE_URL: google.issuer }))[0]).toMatch(/^– The provider doesn't list its models/)
  expect(ai.calls).toEqual([])
})

test('mail: the connection, and nothing is sent', async () => {
  const ofMail = (config: Config) => checkMail(config.mail)
  expect((await of(ofMail))[0]).toMatch(/^✔ .* accepts the connection/)
  expect(await of(ofMail, { SMTP_URL: `smtp://user:secret@${NOWHERE}` })).toEqual([
    expect.stringMatching(/^✘ The mail server failed at CONN: \w+\.$/),
    expect.stringContaining('Correct SMTP_URL'),
  ])
  expect(mail.mails).toEqual([])
})

test('the clock, by another one', async () => {
  const now = new Date('2026-11-18T14:00:00Z')
  expect(clockFinding('x', new Date('2026-11-18T14:00:59Z'), now).mark).toBe('✔')
  expect(clockFinding('x', new Date('2026-11-18T14:02:00Z'), now).sentence).toBe('120 seconds behind x.')
  expect(clockFinding('x', new Date('2026-11-18T13:58:00Z'), now).sentence).toBe('120 seconds ahead of x.')
  expect((await linesOf(checkClock(stripe.apiBase)))[0]).toMatch(/^✔ Within 60 seconds of 127/)
  expect((await linesOf(checkClock(`http://${NOWHERE}`)))[0]).toMatch(/^– .* doesn't say what time it is/)
})

test('the address: TLS, the proxy, and whether Firstbell answers there', async () => {
  const wrongs = async (set: Record<string, string>) =>
    (await linesOf(checkAddress(readConfig(set)))).filter((line) => line.startsWith('✘')).join(' ')
  expect(await wrongs({})).toBe('')
  expect(await wrongs({ PUBLIC_ADDRESS: 'http://plan.invalid' })).toMatch(/is http, so anyone .* doesn't respond/)
  const https = await wrongs({ PUBLIC_ADDRESS: `https://${NOWHERE}` })
  expect(https).toMatch(/HTTPS is not set.*TRUSTED_PROXIES is not set.*doesn't respond/)
  expect(await wrongs({ PUBLIC_ADDRESS: ai.baseUrl })).toMatch(/^✘ .* answers with status 404, and not as Firstbell does\.$/)
})
