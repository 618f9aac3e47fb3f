/** Simulates a browser that follows redirects from the real app to a provider's stand-in and back. */
import type { FastifyInstance } from 'fastify'
import type { OAuthPurpose, Provider } from '#shared/accounts/providers/contract.ts'
import type { GoogleStandIn } from './world/google/start.ts'
import type { Choice } from './world/google/visit.ts'

/** Redirect URIs of the app in these tests. */
export const CALLBACK = 'http://localhost/api/auth/google/callback'
export const OIDC_CALLBACK = 'http://localhost/api/auth/oidc/callback'

type Method = 'GET' | 'POST' | 'DELETE'
type Sent = { token?: string | undefined; body?: object }

export type TestBrowser = ReturnType<typeof aBrowser>

export const aBrowser = (app: FastifyInstance, standIn: GoogleStandIn, provider: Provider = 'google') => {
  /** The browser's cookies, by name. */
  const cookies: Record<string, string> = {}

  const send = async (method: Method, url: string, { token, body }: Sent = {}) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const reply = await app.inject({ method, url, headers, cookies: { ...cookies }, ...(body && { payload: body }) })
    for (const { name, value } of reply.cookies) cookies[name] = value
    return reply
  }
  const call = async (method: Method, url: string, sent?: Sent) => {
    const reply = await send(method, url, sent)
    return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() }
  }
  /** Returns the redirect URL in a response. */
  const goOn = async (url: string): Promise<string> => {
    const { statusCode, headers, body } = await send('GET', url)
    if (statusCode !== 303) throw new Error(`${url} leads nowhere: ${body}`)
    return String(headers.location)
  }

  /** Clicks the provider's button. Returns the provider URL. */
  const goToSignIn = (query = ''): Promise<string> => goOn(`/api/auth/${provider}${query}`)
  /** Returns the provider URL for a signed-in user's OAuth flow with this purpose. */
  const goFor = async (purpose: OAuthPurpose, token: string): Promise<string> =>
    (await call('POST', `/api/auth/${provider}`, { token, body: { purpose } })).body.url
  /** Follows the provider's redirect to the app. Returns the URL parameters that the page receives. */
  const comeBack = async (address: string): Promise<{ token?: string; problem?: string }> => {
    const { pathname, search } = new URL(address)
    return Object.fromEntries(new URL(await goOn(pathname + search), 'http://localhost').searchParams)
  }
  const exchange = (code: string, token?: string) => call('POST', '/api/auth/exchange', { body: { token: code }, token })

  return {
    cookies,
    call,
    goToSignIn,
    goFor,
    comeBack,
    exchange,
    /** Completes the sign-in at the provider. Returns the code from the resulting URL. */
    codeOf: async (choice: Choice, address?: string): Promise<string> => {
      const { token, problem } = await comeBack(await standIn.visit(address ?? (await goToSignIn()), choice))
      if (token === undefined) throw new Error(`The provider did not let them in: ${problem}`)
      return token
    },
    /** Completes the sign-in at the provider and exchanges the code. */
    async arrive(choice: Choice, { address, guest }: { address?: string; guest?: string } = {}) {
      return exchange(await this.codeOf(choice, address), guest)
    },
    /** Like `arrive`, but for a signed-in user's OAuth flow with this purpose. */
    async arriveFor(purpose: OAuthPurpose, token: string, choice: Choice) {
      return this.arrive(choice, { address: await goFor(purpose, token) })
    },
  }
}
