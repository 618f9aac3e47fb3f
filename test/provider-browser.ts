/** A browser at the real app, which goes to the stand-in for a provider and comes back. */
import type { FastifyInstance } from 'fastify'
import type { Provider, RoundPurpose } from '#shared/accounts/providers/contract.ts'
import type { GoogleStandIn } from './world/google/start.ts'
import type { Choice } from './world/google/visit.ts'

/** Where the app of the tests is, as they reach it. */
export const CALLBACK = 'http://localhost/api/auth/google/callback'
export const OIDC_CALLBACK = 'http://localhost/api/auth/oidc/callback'

type Method = 'GET' | 'POST' | 'DELETE'
type Sent = { token?: string | undefined; body?: object }

export type TestBrowser = ReturnType<typeof aBrowser>

export const aBrowser = (app: FastifyInstance, standIn: GoogleStandIn, provider: Provider = 'google') => {
  /** What the browser keeps, by its name. */
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
  /** Where a reply sends the browser. */
  const goOn = async (url: string): Promise<string> => {
    const { statusCode, headers, body } = await send('GET', url)
    if (statusCode !== 303) throw new Error(`${url} leads nowhere: ${body}`)
    return String(headers.location)
  }

  /** Presses the provider's button. Returns the address at the provider. */
  const goToSignIn = (query = ''): Promise<string> => goOn(`/api/auth/${provider}${query}`)
  /** Returns the address at Google for what a signed-in person wants there. */
  const goFor = async (purpose: RoundPurpose, token: string): Promise<string> =>
    (await call('POST', `/api/auth/${provider}`, { token, body: { purpose } })).body.url
  /** Follows an address that Google sent the browser to. Returns what the page is told. */
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
    /** All the way to Google and back. Returns the code in the address. */
    codeOf: async (choice: Choice, address?: string): Promise<string> => {
      const { token, problem } = await comeBack(await standIn.visit(address ?? (await goToSignIn()), choice))
      if (token === undefined) throw new Error(`The provider did not let them in: ${problem}`)
      return token
    },
    /** The same, and into the page. */
    async arrive(choice: Choice, { address, guest }: { address?: string; guest?: string } = {}) {
      return exchange(await this.codeOf(choice, address), guest)
    },
    /** The same for what a signed-in person wants at Google. */
    async arriveFor(purpose: RoundPurpose, token: string, choice: Choice) {
      return this.arrive(choice, { address: await goFor(purpose, token) })
    },
  }
}
