/** Starts the stand-ins for external services together, for `npm run dev` and the browser tests. */
import path from 'node:path'
import { startAi } from './ai/start.ts'
import { startGoogle } from './google/start.ts'
import { startMail } from './mail/start.ts'
import { startStripe } from './stripe/start.ts'

export type StandIn = 'stripe' | 'google' | 'ai' | 'mail'

type Options = {
  host?: string
  /** The stand-ins to start, with their ports. */
  ports: Partial<Record<StandIn, number>>
  /** The URL that the stand-ins use to reach our server. */
  server: string
  /** The origins of our web pages. Google redirects to any of them, and links in emails use the first one. */
  pages: readonly string[]
  /** The folder that stores the stand-ins' state. By default, nothing is stored. */
  keptIn?: string
  /** Milliseconds between two AI tokens. */
  pace: number
}

/**
 * Starts the stand-ins. Returns our server's settings for them and a one-line description of each one. If a port is in use, the error names
 * the port's variable.
 */
export const startWorld = async ({ host = '127.0.0.1', ports, server, pages, keptIn, pace }: Options) => {
  const settings: Record<string, string> = {}
  const said: string[] = []
  const fileOf = (name: StandIn) => (keptIn === undefined ? {} : { keptIn: path.join(keptIn, `${name}.json`) })
  const starts = {
    stripe: async (port: number) => {
      const stripe = await startStripe({ port, host, webhookUrl: `${server}/api/billing/webhook`, ...fileOf('stripe') })
      said.push(`Stripe stand-in (no card is charged): ${stripe.apiBase}/world`)
      return stripe.settings
    },
    google: async (port: number) => {
      const redirectUris = pages.map((origin) => `${origin}/api/auth/google/callback`)
      const google = await startGoogle({ port, host, redirectUris, ...fileOf('google') })
      said.push(`Google stand-in (no passwords): ${google.issuer}`)
      return google.settings
    },
    ai: async (port: number) => {
      const ai = await startAi({ port, host, pace })
      said.push(`AI stand-in: ${ai.baseUrl}`)
      return ai.settings
    },
    mail: async (port: number) => {
      const mail = await startMail({ port, host })
      said.push(`Mail stand-in (no mail leaves this machine): ${mail.inbox}`)
      return { PUBLIC_ADDRESS: pages[0] ?? server, ...mail.settings }
    },
  }
  for (const name of ['stripe', 'google', 'ai', 'mail'] as const) {
    const port = ports[name]
    if (port === undefined) continue
    try {
      Object.assign(settings, await starts[name](port))
    } catch (error) {
      throw new Error(`The ${name} stand-in did not start. Set ${name.toUpperCase()}_PORT to use another port.`, { cause: error })
    }
  }
  return { settings, said }
}
