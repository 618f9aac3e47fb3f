import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Services } from '#server/lib/integrations/integrations.ts'
import type { Google } from '#server/lib/integrations/provider.ts'
import type { SignUp } from '#shared/accounts/rules.ts'
import { APP_ADDRESSES } from '#shared/addresses.ts'
import { clock, config, db, keys } from '#test/app.ts'

const webFolder = mkdtempSync(join(tmpdir(), 'firstbell-web-'))
const head = `<link rel="canonical" href="__PUBLIC_ADDRESS__/" /><meta property="og:image" content="__PUBLIC_ADDRESS__/social.jpg" />`
const files = {
  'index.html': '<script nonce="__CSP_NONCE__"></script>the planner',
  'pages/landing.html': `${head}<style nonce="__CSP_NONCE__"></style>the landing page © __YEAR__`,
  'pages/rule.html': '<html data-without="__WITHOUT__">__SIGN_UP_RULE__',
  'pages/terms.html': 'terms <a href="mailto:__CONTACT_EMAIL__">__CONTACT_EMAIL__</a>',
  'pages/privacy.html': '<html data-without="__WITHOUT__">__AI_PROVIDER__',
  'pages/404.html': '404 Page Not Found',
  'assets/main-abc.js': 'planner()',
  'robots.txt': 'User-agent: *',
  'manifest.webmanifest': '{}',
  'app-worker/worker.js': 'const VERSION = `__VERSION__`, FILES = `__FILES__`, ADDRESSES = `__ADDRESSES__`',
  'app-worker/files.json': '["/assets/main-abc.js"]',
}
for (const [file, text] of Object.entries(files)) {
  mkdirSync(join(webFolder, dirname(file)), { recursive: true })
  writeFileSync(join(webFolder, file), text)
}
const web = await buildApp({ db, keys, clock, logger: false, config, webFolder })

afterAll(async () => {
  await web.close()
  rmSync(webFolder, { recursive: true })
})

const visit = async (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
  const { statusCode, body, headers } = await web.inject({ method, url })
  return { status: statusCode, body, type: headers['content-type'], headers }
}

describe('which page a visitor gets', () => {
  test("the app's page at every app address, and the other pages at theirs", async () => {
    for (const address of [...APP_ADDRESSES, '/dashboard?view=day&date=2026-11-18', '/dashboard/', '/Auth'])
      expect(await visit(address), address).toMatchObject({ status: 200, body: expect.stringContaining('the planner') })
    for (const address of ['/', '/?utm=x'])
      expect(await visit(address)).toMatchObject({ status: 200, body: expect.stringContaining('landing page © 2026') })
    for (const address of ['/terms', '/terms/', '/TERMS'])
      expect(await visit(address)).toMatchObject({ status: 200, body: expect.stringMatching(/^terms/) })
  })

  test.each(['/nowhere', '/nowhere/at/all', '/dashboard/more', '/landing', '/terms.html', '/pages/terms.html', '//terms'])(
    'an address without a page gets a readable 404 page: %s',
    async (address) => {
      expect(await visit(address)).toMatchObject({
        status: 404,
        body: '404 Page Not Found',
        type: 'text/html; charset=utf-8',
        headers: { 'cache-control': 'no-store', 'content-security-policy': expect.stringContaining("default-src 'none'") },
      })
    },
  )

  test.each(['/api', '/api/nothing', '/assets/gone-abc.js'])('missing API paths and files are refused as JSON: %s', async (address) => {
    expect(await visit(address)).toMatchObject({ status: 404, type: expect.stringContaining('application/json') })
  })

  test('a HEAD request shows whether a page exists', async () => {
    expect(await visit('/terms', 'HEAD')).toMatchObject({ status: 200, body: '' })
    expect(await visit('/nowhere', 'HEAD')).toMatchObject({ status: 404, body: '' })
    expect(await visit('/terms', 'POST')).toMatchObject({ status: 404, type: expect.stringContaining('application/json') })
  })
})

describe('a page contains', () => {
  test('a new nonce per visit, the same in page and policy, and is never cached', async () => {
    const visits = [await visit('/'), await visit('/'), await visit('/auth')]
    const nonces = visits.map(({ body }) => /nonce="([\w+/=]+)"/.exec(body)?.[1])
    expect(new Set(nonces).size).toBe(3)
    for (const [index, { headers }] of visits.entries()) {
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonces[index]}'`)
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    }
  })

  test("a policy for Google's file picker, only on the app's page and only if it is set up", async () => {
    const pages = async (scriptUrl: string) => {
      const google = { origin: '', picker: { apiKey: 'key', appId: 'app', scriptUrl } } as Google
      const app = await buildApp({ db, keys, clock, logger: false, config, services: { google }, webFolder })
      const [planner, landing] = [await app.inject('/dashboard'), await app.inject('/')]
      await app.close()
      return { planner: planner.headers, landing: landing.headers }
    }
    const rules = ({ 'content-security-policy': policy }: Record<string, unknown>) =>
      String(policy)
        .replaceAll(/'nonce-[^']+'/g, 'NONCE')
        .split('; ')
    const closed = rules((await visit('/dashboard')).headers)
    const { planner, landing } = await pages('https://apis.google.com/js/api.js')
    expect(rules(planner).filter((rule) => !closed.includes(rule))).toEqual([
      "script-src 'self' NONCE https://apis.google.com",
      "img-src 'self' data: blob: https://*.googleusercontent.com",
      "frame-src 'self' https://docs.google.com https://drive.google.com https://accounts.google.com",
    ])
    expect(rules(planner)).toContain("connect-src 'self'")
    expect(planner).toMatchObject({
      'referrer-policy': 'strict-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    expect(rules(landing)).toEqual(closed)
    expect(landing['referrer-policy']).toBe('no-referrer')
    const { planner: beside } = await pages('http://127.0.0.1:9999/js/api.js')
    expect(rules(beside)).toContain("frame-src 'self' http://127.0.0.1:9999")
    expect(rules(beside).join()).not.toContain('google')
  })

  test('the contact address', async () => {
    expect((await visit('/terms')).body).toBe('terms <a href="mailto:hello@school.example">hello@school.example</a>')
  })

  test('the features that are missing, and the AI provider', async () => {
    expect((await visit('/privacy')).body).toBe('<html data-without="stripe google drive oidc ai mail">')
    const services = { google: { picker: undefined }, ai: { host: 'api.openai.com' } } as Services
    const more = await buildApp({ db, keys, clock, logger: false, config, services, webFolder })
    expect((await more.inject('/privacy')).body).toBe('<html data-without="stripe drive oidc mail">api.openai.com')
    await more.close()
    const free = await buildApp({ db, keys, clock, logger: false, config: { ...config, isFree: true }, webFolder })
    expect((await free.inject('/privacy')).body).toBe('<html data-without="plans stripe google drive oidc ai mail">')
    await free.close()
    const open = await buildApp({
      db,
      keys,
      clock,
      logger: false,
      config: { ...config, isAiForEverybody: true },
      services: { ai: { host: 'api.openai.com' } } as Services,
      webFolder,
    })
    expect((await open.inject('/privacy')).body).toBe('<html data-without="stripe google drive oidc add-on mail">api.openai.com')
    await open.close()
  })

  test('the sign-up rule, and no guest planner if sign-up is restricted', async () => {
    expect((await visit('/rule')).body).toBe('<html data-without="stripe google drive oidc ai mail">')
    const signUp: SignUp = { mode: 'domains', domains: ['district.example'] }
    const closed = await buildApp({ db, keys, clock, logger: false, config: { ...config, signUp }, webFolder })
    expect((await closed.inject('/rule')).body).toBe(
      '<html data-without="stripe google drive oidc ai mail guests">Sign-up is only for people with an email address that ends in @district.example.',
    )
    await closed.close()
  })

  test('the public address only if it is set', async () => {
    expect((await visit('/')).body).not.toMatch(/PUBLIC_ADDRESS|canonical|og:image/)
    const named = await buildApp({
      db,
      keys,
      clock,
      logger: false,
      config: { ...config, publicAddress: 'https://plan.school.example' },
      webFolder,
    })
    const { body } = await named.inject('/')
    expect(body).toContain('<link rel="canonical" href="https://plan.school.example/" />')
    expect(body).toContain('content="https://plan.school.example/social.jpg"')
    await named.close()
  })
})

describe("the app's service worker", () => {
  test('names the files and addresses that it keeps, and browsers always ask for a newer one', async () => {
    const { status, type, body, headers } = await visit('/sw.js')
    expect({ status, type }).toEqual({ status: 200, type: 'text/javascript; charset=utf-8' })
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'; connect-src 'self'" })
    expect(body).toMatch(/VERSION = `[\w-]{16}`, FILES = `\/assets\/main-abc\.js`/)
    const kept = /ADDRESSES = `(.*)`/.exec(body)?.[1]?.split(' ')
    expect(kept).toContain('/dashboard')
    for (const address of ['/admin', '/auth', '/auth/success', '/mail', '/try', '/checkout', '/']) expect(kept).not.toContain(address)
  })

  test('is another one if the app’s page or its policy changes', async () => {
    const google = { origin: '', picker: { apiKey: 'key', appId: 'app', scriptUrl: 'https://apis.google.com/js/api.js' } } as Google
    const app = await buildApp({ db, keys, clock, logger: false, config, services: { google }, webFolder })
    expect((await app.inject('/sw.js')).body).not.toBe((await visit('/sw.js')).body)
    await app.close()
  })

  test('and its sources aren’t files of the web', async () => {
    for (const file of ['/app-worker/worker.js', '/app-worker/files.json']) expect(await visit(file)).toMatchObject({ status: 404 })
  })
})

test('a folder isn’t listed, and TRACE sends nothing back', async () => {
  for (const address of ['/assets/', '/assets', '/.vite/']) expect((await visit(address)).status, address).toBe(404)
  const traced = await web.inject({ method: 'TRACE' as 'GET', url: '/', headers: { cookie: 'secret=1' } })
  expect(traced.statusCode).toBe(404)
  expect(traced.body).not.toContain('secret')
})

test('the manifest has its own type', async () => {
  expect(await visit('/manifest.webmanifest')).toMatchObject({ status: 200, type: expect.stringContaining('application/manifest+json') })
})

test('hashed files are cached for a year, others for an hour', async () => {
  expect((await visit('/assets/main-abc.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await visit('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600')
})

test('no page can embed a file, whatever kind it is', async () => {
  for (const file of ['/assets/main-abc.js', '/robots.txt', '/manifest.webmanifest'])
    expect((await visit(file)).headers['content-security-policy'], file).toMatch(
      /^default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
})
