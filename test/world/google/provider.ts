/** The OpenID provider. It's as strict as Google about redirect URIs, PKCE and client authentication. */
import type { KeyObject } from 'node:crypto'
import { type Context, interactionPolicy, Provider } from 'oidc-provider'
import { type Forgery, forged } from './forgery.ts'
import type { Person } from './people.ts'
import type { Store } from './store.ts'

export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.file'
const HALF_A_YEAR_S = 180 * 24 * 60 * 60

type ProviderOptions = {
  issuer: string
  clientId: string
  clientSecret: string
  redirectUris: string[]
  authMethod: 'client_secret_post' | 'client_secret_basic'
  key: KeyObject
  store: Store
  /** All users who have signed in, by `sub`. */
  people: Map<string, Person>
  /** Returns the forgery to apply to new tokens. */
  forgery: () => Forgery | undefined
}

const { Prompt, Check } = interactionPolicy

/** Google keeps users signed in, but the stand-in asks for an account every time. */
const asksEveryTime = [
  new Prompt({ name: 'login', requestable: true }, new Check('nobody_chosen', 'Nobody was chosen', ({ oidc }) => !oidc?.result?.['login'])),
  new Prompt({ name: 'consent', requestable: true }),
  new Prompt({ name: 'select_account', requestable: true }),
]

export const makeProvider = ({
  issuer,
  clientId,
  clientSecret,
  redirectUris,
  authMethod,
  key,
  store,
  people,
  forgery,
}: ProviderOptions): Provider => {
  /** Grants with offline access. */
  const offline = new Set<string>()
  const provider: Provider = new Provider(issuer, {
    adapter: store.adapterOf,
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: authMethod,
      },
    ],
    clientAuthMethods: [authMethod],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'stand-in', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['stand-in'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: ['openid', DRIVE_SCOPE],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google includes the user's profile in ID tokens.
    conformIdTokenClaims: false,
    extraParams: ['access_type', 'include_granted_scopes'],
    expiresWithSession: () => false,
    issueRefreshToken: (_context: Context, _client: object, { grantId }: { grantId: string }) => offline.has(grantId),
    rotateRefreshToken: false,
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: HALF_A_YEAR_S,
      IdToken: 3600,
      Interaction: 3600,
      RefreshToken: HALF_A_YEAR_S,
      Session: 3600,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
    },
    routes: {
      authorization: '/o/oauth2/v2/auth',
      token: '/token',
      revocation: '/revoke',
      jwks: '/oauth2/v3/certs',
      userinfo: '/v1/userinfo',
    },
    interactions: { policy: asksEveryTime, url: (_context: Context, { uid }: { uid: string }) => `/choose/${uid}` },
    loadExistingGrant: async ({ oidc }: Context) => {
      if (!oidc?.result) return undefined
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope(`openid email profile${oidc.result['drive'] === true ? ` ${DRIVE_SCOPE}` : ''}`)
      const id = await grant.save()
      if (oidc.params?.['access_type'] === 'offline') offline.add(id)
      return grant
    },
    findAccount: (_context: Context, sub: string) => {
      const person = people.get(sub)
      return (
        person && {
          accountId: sub,
          claims: () => ({
            sub,
            email: person.email,
            email_verified: person.isVerified,
            ...(person.name !== null && { name: person.name }),
          }),
        }
      )
    },
    renderError: (context: Context, { error, error_description: description }: { error: string; error_description?: string }) => {
      context.type = 'text/plain'
      context.body = `Error: ${error}\n${description ?? ''}`
    },
  })

  provider.use(async (context, next) => {
    // Drops the previous sign-in's session. Otherwise, the provider would ask the user to sign out before choosing another account.
    const { cookie } = context.headers
    if (cookie !== undefined) context.headers['cookie'] = cookie.replaceAll(/(?:^|; *)_session(?:\.\w+)*=[^;]*/g, '')
    await next()
    const { oidc } = context
    const body = context.body as { id_token?: string } | undefined
    const forgeryNow = forgery()
    if (oidc?.route === 'token' && body?.id_token && forgeryNow)
      context.body = { ...body, id_token: forged(body.id_token, forgeryNow, key) }
    // Google's response when there is nothing to revoke.
    if (oidc?.route === 'revocation' && context.status === 200 && !oidc.entities['RefreshToken'] && !oidc.entities['AccessToken']) {
      context.status = 400
      context.body = { error: 'invalid_token', error_description: 'Token expired or revoked' }
    }
  })
  return provider
}
