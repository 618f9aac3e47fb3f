/** The doctor's checks of outside services. They send nothing to people, charge nothing, and change nothing. */
import type { AiSettings } from '#server/lib/integrations/ai.ts'
import { MailFailed, type MailSettings } from '#server/lib/integrations/mail.ts'
import type { StripeSettings } from '#server/lib/integrations/payments.ts'
import type { GoogleSettings, OidcSettings, ProviderSettings } from '#server/lib/integrations/provider.ts'
import { type Answer, ask, Unreachable } from './ask.ts'
import { type Check, type Finding, unchecked, well, wrong } from './check.ts'

const NETWORK = "Check this machine's network, DNS and firewall"
const STRIPE = 'https://api.stripe.com'
const GOOGLE = 'https://accounts.google.com'

/** Returns the findings of a check, or that the service can't be reached. */
const reaching = async (fix: string, look: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await look()
  } catch (error) {
    if (error instanceof Unreachable) return [wrong(`It doesn't respond (${error.message}).`, fix)]
    throw error
  }
}

/** Returns a check of a service that isn't set up. */
const notSetUp = (about: string, names: string): Check => ({ about, look: () => [unchecked(`Not set up (${names}).`)] })

export const checkMail = (settings: MailSettings | undefined): Check => {
  if (!settings) return notSetUp('Mail', 'SMTP_URL, MAIL_FROM')
  return {
    about: 'Mail',
    look: async () => {
      const { verifyMail } = await import('#server/lib/integrations/open-mail.ts')
      try {
        await verifyMail(settings)
        return [well(`${new URL(settings.url).host} accepts the connection and the password. Nothing was sent.`)]
      } catch (error) {
        if (!(error instanceof MailFailed)) throw error
        return [wrong(`${error.message}.`, 'Correct SMTP_URL: its scheme, host, port, user and password.')]
      }
    },
  }
}

type Price = { active?: boolean; currency?: string; recurring?: { interval?: string } | null }

const priceFinding = (name: string, interval: string, { status, body }: Answer): Finding => {
  const { active, currency, recurring } = (body ?? {}) as Price
  if (status === 404)
    return wrong(
      `${name} doesn't exist in the account of STRIPE_SECRET_KEY.`,
      `Set ${name} to a price's ID from Stripe's product catalog. Test and live prices differ.`,
    )
  if (status !== 200) return wrong(`Stripe returned ${status} for ${name}.`, 'Give STRIPE_SECRET_KEY permission to read prices.')
  if (!active) return wrong(`The price ${name} is archived.`, `Unarchive it at Stripe, or set ${name} to an active one.`)
  if (currency !== 'usd' || recurring?.interval !== interval)
    return wrong(
      `${name} is in ${currency} and recurs every ${recurring?.interval ?? '(never)'}.`,
      `Set ${name} to a price in usd that recurs every ${interval}.`,
    )
  return well(`${name} exists and is active.`)
}

/** Kinds of events that we rely on. */
const EVENTS = ['customer.subscription.', 'checkout.session.', 'invoice.', 'charge.', 'refund.']
type Webhook = { url?: string; status?: string; enabled_events?: string[] }

const webhookFinding = ({ status, body }: Answer, publicAddress: string | undefined): Finding => {
  if (status !== 200) return unchecked("STRIPE_SECRET_KEY may not list webhooks, so the webhook can't be checked.")
  const path = '/api/billing/webhook'
  const { data = [] } = body as { data?: Webhook[] }
  const ours = data.find(({ url }) => (publicAddress === undefined ? url?.endsWith(path) : url === `${publicAddress}${path}`))
  const address = `${publicAddress ?? 'https://<this server>'}${path}`
  if (!ours)
    return wrong(
      `Stripe has no webhook for ${address}.`,
      `Add it at Stripe, with the events ${EVENTS.map((kind) => `${kind}*`).join(', ')}.`,
    )
  if (ours.status !== 'enabled') return wrong(`The webhook ${address} is disabled.`, 'Enable it at Stripe.')
  const events = ours.enabled_events ?? []
  const missing = EVENTS.filter((kind) => !events.includes('*') && !events.some((event) => event.startsWith(kind)))
  if (missing.length > 0)
    return wrong(`The webhook lacks the events ${missing.map((kind) => `${kind}*`).join(', ')}.`, 'Add them to the webhook at Stripe.')
  return well(`The webhook ${address} is enabled. Its secret can't be read, so STRIPE_WEBHOOK_SECRET isn't checked.`)
}

export const checkStripe = (settings: StripeSettings | undefined, publicAddress: string | undefined): Check => {
  if (!settings) return notSetUp('Stripe', 'STRIPE_SECRET_KEY and others')
  const { secretKey, prices, apiBase = STRIPE } = settings
  return {
    about: 'Stripe',
    look: (signal) =>
      reaching(`${NETWORK}: it must reach ${new URL(apiBase).host}.`, async () => {
        const get = (path: string) =>
          ask(`${new URL(apiBase).origin}/v1/${path}`, { signal, headers: { authorization: `Bearer ${secretKey}` } })
        const monthly = await get(`prices/${encodeURIComponent(prices.monthly)}`)
        if (monthly.status === 401)
          return [wrong('Stripe rejects STRIPE_SECRET_KEY.', "Copy the secret key again from Stripe's Developers page.")]
        return [
          priceFinding('STRIPE_PRICE_MONTHLY', 'month', monthly),
          priceFinding('STRIPE_PRICE_YEARLY', 'year', await get(`prices/${encodeURIComponent(prices.yearly)}`)),
          ...(prices.ai_addon === undefined
            ? []
            : [priceFinding('STRIPE_PRICE_AI', 'month', await get(`prices/${encodeURIComponent(prices.ai_addon)}`))]),
          webhookFinding(await get('webhook_endpoints?limit=100'), publicAddress),
        ]
      }),
  }
}

type Discovered = { issuer?: string; token_endpoint?: string; token_endpoint_auth_methods_supported?: string[] }
type Provider = ProviderSettings & { about: string; prefix: 'GOOGLE' | 'OIDC'; redirectUri: string }

/** Exchanges a code that doesn't exist. The provider's refusal says whether it knows the client and its secret. */
const clientFinding = async ({ clientId, clientSecret, prefix, redirectUri }: Provider, found: Discovered, signal: AbortSignal) => {
  const isPost = found.token_endpoint_auth_methods_supported?.includes('client_secret_post')
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')
  const { body, status } = await ask(found.token_endpoint ?? '', {
    signal,
    headers: isPost ? {} : { authorization: `Basic ${basic}` },
    form: {
      grant_type: 'authorization_code',
      code: 'firstbell-doctor',
      redirect_uri: redirectUri,
      code_verifier: 'v'.repeat(43),
      ...(isPost && { client_id: clientId, client_secret: clientSecret }),
    },
  })
  const { error = `status ${status}` } = (body ?? {}) as { error?: string }
  if (error === 'invalid_grant') return well('It knows the client and its secret.')
  if (error === 'invalid_client' || error === 'unauthorized_client' || status === 401)
    return wrong(
      `It rejects ${prefix}_CLIENT_ID or ${prefix}_CLIENT_SECRET.`,
      'Copy both again from the provider. Secrets expire at some providers.',
    )
  if (error === 'redirect_uri_mismatch')
    return wrong(`It doesn't know the redirect address ${redirectUri}.`, 'Add it to the client at the provider.')
  return unchecked(`It answered ${error.slice(0, 60)}, so the client's secret can't be checked.`)
}

const lookAtProvider = (provider: Provider, signal: AbortSignal): Promise<Finding[]> => {
  const { issuer, prefix } = provider
  return reaching(`${NETWORK}, and ${prefix}_ISSUER.`, async () => {
    const { status, body } = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { signal })
    const found = (body ?? {}) as Discovered
    if (status !== 200 || found.token_endpoint === undefined)
      return [
        wrong(
          `${issuer} doesn't describe itself as an OpenID provider (status ${status}).`,
          `Set ${prefix}_ISSUER to the issuer's exact address.`,
        ),
      ]
    if (found.issuer !== issuer) return [wrong(`The provider calls itself ${found.issuer}.`, `Set ${prefix}_ISSUER to exactly that.`)]
    return [well(`${issuer} responds.`), await clientFinding(provider, found, signal)]
  })
}

/** Google refuses an invalid key before it asks for a user. */
const pickerFinding = async ({ apiKey }: { apiKey: string }, signal: AbortSignal): Promise<Finding> => {
  const { body } = await ask(`https://www.googleapis.com/drive/v3/about?fields=user&key=${encodeURIComponent(apiKey)}`, { signal })
  return /API_KEY_INVALID|API key not valid/.test(JSON.stringify(body))
    ? wrong('Google rejects GOOGLE_API_KEY.', 'Copy the API key again from the Google Cloud console.')
    : well("Google knows GOOGLE_API_KEY. What it may be used for can't be checked without a user.")
}

type Address = { publicAddress: string | undefined }

const redirectOf = ({ publicAddress = 'https://firstbell.invalid' }: Address, name: string): string =>
  `${publicAddress}/api/auth/${name}/callback`

export const checkGoogle = (settings: GoogleSettings | undefined, at: Address): Check => {
  if (!settings) return notSetUp('Google', 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET')
  const { picker } = settings
  return {
    about: 'Google',
    look: async (signal) => [
      ...(await lookAtProvider({ ...settings, about: 'Google', prefix: 'GOOGLE', redirectUri: redirectOf(at, 'google') }, signal)),
      ...(picker && settings.issuer === GOOGLE ? await reaching(`${NETWORK}.`, async () => [await pickerFinding(picker, signal)]) : []),
    ],
  }
}

export const checkOidc = (settings: OidcSettings | undefined, at: Address): Check => {
  if (!settings) return notSetUp('Single sign-on', 'OIDC_ISSUER and others')
  return {
    about: 'Single sign-on',
    look: (signal) => lookAtProvider({ ...settings, about: 'Single sign-on', prefix: 'OIDC', redirectUri: redirectOf(at, 'oidc') }, signal),
  }
}

const LISTED = 10

export const checkAi = (settings: AiSettings | undefined): Check => {
  if (!settings) return notSetUp('AI', 'AI_BASE_URL, AI_API_KEY, AI_MODEL')
  const { baseUrl, apiKey, model } = settings
  return {
    about: 'AI',
    look: (signal) =>
      reaching(`${NETWORK}, and AI_BASE_URL.`, async () => {
        const { status, body } = await ask(`${baseUrl.replace(/\/$/, '')}/models`, {
          signal,
          headers: { authorization: `Bearer ${apiKey}` },
        })
        if (status === 401 || status === 403) return [wrong('The provider rejects AI_API_KEY.', 'Copy the key again from the provider.')]
        const { data } = (body ?? {}) as { data?: { id?: string }[] }
        if (status !== 200 || !Array.isArray(data))
          return [
            unchecked(`The provider doesn't list its models (status ${status}), so AI_API_KEY and AI_MODEL can't be checked for free.`),
          ]
        const ids = data.flatMap(({ id }) => id ?? [])
        if (!ids.includes(model))
          return [
            wrong(
              `The provider doesn't have the model of AI_MODEL (${model}).`,
              `Set AI_MODEL to one of its ${ids.length}: ${ids.slice(0, LISTED).join(', ')}.`,
            ),
          ]
        return [well(`The provider accepts AI_API_KEY and has ${model}. No tokens were used.`)]
      }),
  }
}
