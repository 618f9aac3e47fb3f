/**
 * A stand-in for Google on this machine, for the tests and for `npm run dev`: a real OpenID provider, so our server talks to
 * it as it talks to Google and knows no difference. Nothing of it is part of the product.
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
  /** A free one unless told. */
  port?: number
  host?: string
  /** The only addresses that people are sent back to. */
  redirectUris: string[]
  /** How a client says who it is: as Google has it unless told. */
  authMethod?: 'client_secret_post' | 'client_secret_basic'
  /** A file in which is kept until the next start who has opened their Drive. */
  keptIn?: string
}

const CLIENT = { clientId: 'firstbell.apps.stand-in.example', clientSecret: 'GOCSPX-firstbell' }

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  return body
}

export type GoogleStandIn = Awaited<ReturnType<typeof startGoogle>>

/** Starts a stand-in that anybody can sign in at. */
export const startGoogle = async ({ port = 0, host = '127.0.0.1', redirectUris, authMethod = 'client_secret_post', keptIn }: Options) => {
  // The provider is written for a younger Node, which can do this by itself.
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
  /** What is asked of Google beside signing in, by the beginning of its path. */
  const others: Record<string, (request: IncomingMessage, response: ServerResponse) => Promise<void> | void> = {
    '/choose/': choose,
    ...pickerPages({ issuer, holderOf }),
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    calls.push(`${request.method} ${pathname}`)
    const trouble = troubles.of(request.method ?? '', pathname)
    if (trouble && (await troubleBefore(trouble, request, response))) return
    // Who asked has not waited.
    if (request.destroyed) return
    const other = Object.entries(others).find(([beginning]) => pathname.startsWith(beginning))
    await (other ? other[1](request, response) : speaksOpenId(request, response))
  }

  return {
    issuer,
    ...CLIENT,
    /** What our server is started with to talk to this stand-in. */
    settings: {
      GOOGLE_CLIENT_ID: CLIENT.clientId,
      GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
      GOOGLE_ISSUER: issuer,
      GOOGLE_API_KEY: PICKER.apiKey,
      GOOGLE_APP_ID: PICKER.appId,
    },
    /** The calls that were made, oldest first. */
    calls,
    /** Makes a person, or changes who they are: Google keeps somebody's `sub` when their address changes. */
    add: (person: Partial<Person> & { email: string }): Person => {
      const made = { ...personOf(person.email), ...person }
      people.set(made.sub, made)
      return made
    },
    /** Does what a person does at Google who was sent to an address. Resolves with the address that they are sent back to. */
    visit: (address: string, choice: Choice) => visit(address, choice),
    /** Returns whose an access token is, and for what; undefined where it is none. */
    holderOf,
    /** How many Drives are open to us. */
    openDrives: (): number => [...store.rows.keys()].filter((key) => key.startsWith('RefreshToken ')).length,
    /** Forges the ID tokens from now on; undefined ends it. */
    forge: (next: Forgery | undefined): void => {
      forgery = next
    },
    /** Makes trouble for calls from now on; {@link heal} ends it. */
    trouble: (trouble: Trouble) => troubles.begin(trouble),
    heal: () => troubles.end(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
