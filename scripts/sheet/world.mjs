/** Starts the server of the sheet of all screens, with a stand-in for each external service. */
import { register } from 'tsx/esm/api'
import { startServer } from '../../bench/start-server.mjs'

register()
const { freePort } = await import('#test/free-port.ts')
const { startAi } = await import('#test/world/ai/start.ts')
const { startGoogle } = await import('#test/world/google/start.ts')
const { startMail } = await import('#test/world/mail/start.ts')
const { startStripe } = await import('#test/world/stripe/start.ts')

/** Milliseconds between two AI tokens. */
const PACE = 2

/**
 * Starts our built server on this data. Its address must be known before it starts, because Stripe's stand-in calls it.
 * @param {string} dataDir
 */
export async function startWorld(dataDir) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const stripe = await startStripe({ webhookUrl: `${origin}/api/billing/webhook` })
  const google = await startGoogle({ redirectUris: [`${origin}/api/auth/google/callback`] })
  const ai = await startAi({ pace: PACE })
  const mail = await startMail()
  const settings = { ...stripe.settings, ...google.settings, ...ai.settings, ...mail.settings, PUBLIC_ADDRESS: origin }
  const server = await startServer({ DATA_DIR: dataDir, PORT: String(port), ...settings })
  const stop = async () => {
    await server.stop()
    await Promise.all([stripe.close(), google.close(), ai.close(), mail.close()])
  }
  return { server, stripe, mail, stop }
}
