/**
 * `npm run dev`: the server and the web, each reloading as its files change, on data of their own in data/dev.
 * PORT (3000) is the server's, WEB_PORT (5173) the one to open, STRIPE_PORT (4242) and GOOGLE_PORT (4243) those of the stand-ins
 * for Stripe and Google; HOST, DATA_DIR and DATABASE_URL are as for the server. Whoever sets STRIPE_SECRET_KEY or
 * GOOGLE_CLIENT_ID themselves, also to nothing, gets no stand-in for it.
 */
import './node-version.mjs'
import path from 'node:path'

const { ensurePackages, giveUp } = await import('./setup.mjs')
ensurePackages()

const { projectRoot } = await import('./project.mjs')
const { run, start, stopAll } = await import('./child-processes.mjs')
const { createServer } = await import('vite')

const { HOST: host = '127.0.0.1', PORT: port = '3000', WEB_PORT: webPort = '5173', DATA_DIR: dataDir = './data/dev' } = process.env
const { STRIPE_PORT: stripePort = '4242', STRIPE_SECRET_KEY: stripeKey } = process.env
const { GOOGLE_PORT: googlePort = '4243', GOOGLE_CLIENT_ID: googleId } = process.env
const env = { LOG_LEVEL: 'warn', ...process.env, HOST: host, PORT: port, DATA_DIR: dataDir, SERVE_WEB: 'false' }

// Before the server starts, since the embedded database belongs to one process at a time.
const seeding = await run(process.execPath, ['scripts/seed.mjs'], { cwd: projectRoot, env })
if (seeding.code !== 0) giveUp(seeding.output.trim())

const stripe = stripeKey === undefined ? await standInForStripe() : undefined
const google = googleId === undefined ? await standInForGoogle() : undefined
const server = start(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/server/main.ts'], {
  cwd: projectRoot,
  env: { ...env, ...stripe?.settings, ...google?.settings },
})
server.once('close', (code) => process.exit(code ?? 1))

process.env.API_PORT = port
const web = await createServer({ root: projectRoot, logLevel: 'warn', server: { host, port: Number(webPort) } })
await web.listen()
await answering(`http://${host}:${port}/api/health`)
console.log(`\nFirstbell, reloading as you type: ${web.resolvedUrls?.local[0] ?? `http://${host}:${webPort}/`}\n${seeding.output.trim()}`)
if (google) console.log(`Signing in with Google goes to a stand-in, where nobody is asked for a password: ${google.issuer}`)
if (stripe) console.log(`Payments go to a stand-in for Stripe, where no card is charged: ${stripe.apiBase}/world`)

/** Starts the stand-in for Stripe; what was bought there is kept with the data of development. */
async function standInForStripe() {
  const { register } = await import('tsx/esm/api')
  register()
  const { startStripe } = await import('#test/world/stripe/start.ts')
  return startStripe({
    port: Number(stripePort),
    host,
    webhookUrl: `http://${host}:${port}/api/billing/webhook`,
    keptIn: path.resolve(projectRoot, dataDir, 'stripe.json'),
  }).catch((error) => giveUp(`The stand-in for Stripe does not start (STRIPE_PORT moves it): ${error.message}`))
}

/** Starts the stand-in for Google, which sends people back to the web; who opened their Drive is kept with the data of development. */
async function standInForGoogle() {
  const { register } = await import('tsx/esm/api')
  register()
  const { startGoogle } = await import('#test/world/google/start.ts')
  return startGoogle({
    port: Number(googlePort),
    host,
    redirectUris: [...new Set(['localhost', '127.0.0.1', host])].map((name) => `http://${name}:${webPort}/api/auth/google/callback`),
    keptIn: path.resolve(projectRoot, dataDir, 'google.json'),
  }).catch((error) => giveUp(`The stand-in for Google does not start (GOOGLE_PORT moves it): ${error.message}`))
}

/**
 * Waits until something answers at an address; gives up after half a minute.
 * @param {string} url
 */
async function answering(url) {
  for (let tries = 0; tries < 150; tries++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  stopAll()
  giveUp(`The server does not answer at ${url}`)
}
