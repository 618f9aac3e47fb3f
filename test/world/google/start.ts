/**
 * A local stand-in for Google, for the tests and for `npm run dev`. It's a real OpenID provider, so our server can't tell the difference.
 * It isn't part of the product.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Trouble, Troubles, troubleBefore } from '../stripe/trouble.ts'
import { choosePage, chosenIn } from './choose-page.ts'
import { type Forgery, newKey } from './forgery.ts'
import { type Person, personOf } from './people.ts'
import { PICKER, pickerPages } from './picker.ts'
import { DRIVE_SCOPE, makeProvider } from './provider.ts'
import { Store } from './store.ts'
import { type Choice, visit } from './visit.ts'

type Options = {
  /** Defaults to a free port. */
  port?: number
  host?: string
  /** The only allowed redirect URIs. */
  redirectUris: string[]
  /** How the client authenticates. Defaults to Google's method. */
  authMethod?: 'client_secret_post' | 'client_secret_basic'
  /** The file that stores Drive grants between runs. */
  keptIn?: string
}

const CLIENT = { clientId: 'firstbell.apps.stand-in.example', clientSecret: 'GOCSPX-firstbell' }

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

export type GoogleStandIn = Awaited<ReturnType<typeof startGoogle>>

export const startGoogle = async ({ port = 0, host = '127.0.0.1', redirectUris, authMethod = 'client_secret_post', keptIn }: Options) => {
  // The provider needs URL.parse, which older Node versions lack.
  URL.parse ??= (address, base) => (URL.canParse(address, base) ? new URL(address, base) : null)
  const troubles = new Troubles()
  const people = new Map<string, Person>()
  const store = new Store(keptIn)
  const calls: string[] = []
  let forgery: Forgery | undefined

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(`The stand-in for Google is at fault: ${error instanceof Error ? error.stack : String(error)}`)
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const issuer = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${(server.address() as AddressInfo).port}`
  const provider = makeProvider({ issuer, ...CLIENT, redirectUris, authMethod, key: newKey(), store, people, forgery: () => forgery })
  const speaksOpenId = provider.callback()

  const choose = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { params } = await provider.interactionDetails(request, response)
    const asksForDrive = params['scope']?.split(' ').includes(DRIVE_SCOPE) ?? false
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(choosePage({ hint: params['login_hint'], asksForDrive }))
      return
    }
    const pressed = new URLSearchParams(await bodyOf(request))
    const chosen = chosenIn(pressed, (email) => [...people.values()].find((person) => person.email === email))
    if (chosen) people.set(chosen.person.sub, chosen.person)
    await provider.interactionFinished(
      request,
      response,
      chosen
        ? { login: { accountId: chosen.person.sub }, consent: {}, select_account: {}, drive: chosen.withDrive }
        : { error: 'access_denied' },
    )
  }

  const holderOf = async (accessToken: string): Promise<{ email: string | undefined; scope: string } | undefined> => {
    const token = await provider.AccessToken.find(accessToken)
    return token && { email: people.get(token.accountId ?? '')?.email, scope: token.scope ?? '' }
  }
  /** Google's non-OpenID endpoints, by path prefix. */
  const others: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void> | void> = {
    '/choose/': choose,
    ...pickerPages({ issuer, holderOf }),
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    calls.push(`${request.method} ${pathname}`)
    const trouble = troubles.of(request.method ?? '', pathname)
    if (trouble && (await troubleBefore(trouble, request, response))) return
    // The caller has disconnected.
    if (request.destroyed) return
    const other = Object.entries(others).find(([beginning]) => pathname.startsWith(beginning))
    await (other ? other[1](request, response) : speaksOpenId(request, response))
  }

  return {
    issuer,
    ...CLIENT,
    /** Settings that connect our server to this stand-in. */
    settings: {
      GOOGLE_CLIENT_ID: CLIENT.clientId,
      GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
      GOOGLE_ISSUER: issuer,
      GOOGLE_API_KEY: PICKER.apiKey,
      GOOGLE_APP_ID: PICKER.appId,
    },
    /** All calls, oldest first. */
    calls,
    /** Adds or changes an account. Like Google, allows a new email address for an existing `sub`. */
    add: (person: Partial<Person> & { email: string }): Person => {
      const made = { ...personOf(person.email), ...person }
      people.set(made.sub, made)
      return made
    },
    /** Simulates a user redirected to this URL. Resolves with the redirect URL to our server. */
    visit: (address: string, choice: Choice) => visit(address, choice),
    /** Returns the owner and scope of an access token, or undefined if it's invalid. */
    holderOf,
    /** Returns the number of accounts that have granted us access to their Drive. */
    openDrives: (): number => [...store.rows.keys()].filter((key) => key.startsWith('RefreshToken ')).length,
    /** Applies this forgery to all new ID tokens. Undefined restores genuine tokens. */
    forge: (next: Forgery | undefined): void => {
      forgery = next
    },
    /** Makes calls fail until {@link heal} is called. */
    trouble: (trouble: Trouble) => troubles.begin(trouble),
    heal: () => troubles.end(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
