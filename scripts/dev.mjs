/**
 * `npm run dev`: runs the server and the web app, reloads them on file changes, and keeps their data in data/dev. PORT (3000) is the
 * server's port. Open the app on WEB_PORT (5173). STRIPE_PORT (4242), GOOGLE_PORT (4243), AI_PORT (4244) and MAIL_PORT (4245) are the ports
 * of the stand-ins for external services. HOST, DATA_DIR and DATABASE_URL work as they do for the server. Setting STRIPE_SECRET_KEY,
 * GOOGLE_CLIENT_ID, AI_BASE_URL or SMTP_URL, even to an empty string, disables that stand-in.
 */
import './node-version.mjs'
import { devNull } from 'node:os'
import path from 'node:path'

const { ensurePackages, giveUp } = await import('./setup.mjs')
ensurePackages()

const { projectRoot } = await import('./project.mjs')
const { run, start, stopAll } = await import('./child-processes.mjs')
const { createServer } = await import('vite')

const {
  HOST: host = '127.0.0.1',
  PORT: port = '3000',
  WEB_PORT: webPort = '5173',
  DATA_DIR: dataDir = './data/dev',
  PUBLIC_ADDRESS,
} = process.env
// Ignores firstbell.env, which configures an installation whose database must stay untouched during development.
const env = { LOG_LEVEL: 'warn', SETTINGS_FILE: devNull, ...process.env, HOST: host, PORT: port, DATA_DIR: dataDir, SERVE_WEB: 'false' }

// Seeds before the server starts, because only one process at a time can open the embedded database.
const seeding = await run(process.execPath, ['scripts/seed.mjs'], { cwd: projectRoot, env })
if (seeding.code !== 0) giveUp(seeding.output.trim())

const world = await standIns()
const server = start(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/server/main.ts'], {
  cwd: projectRoot,
  env: { ...withoutPorts(env), ...world.settings, ...(PUBLIC_ADDRESS && { PUBLIC_ADDRESS }) },
})
server.once('close', (code) => process.exit(code ?? 1))

process.env.API_PORT = port
const web = await createServer({ root: projectRoot, logLevel: 'warn', server: { host, port: Number(webPort) } })
await web.listen()
await answering(`http://${host}:${port}/api/health`)
console.log(`\nFirstbell reloads on every change: ${web.resolvedUrls?.local[0] ?? `http://${host}:${webPort}/`}\n${seeding.output.trim()}`)
for (const sentence of world.said) console.log(sentence)

/**
 * Returns the environment without the stand-ins' ports, which the server would reject as misspelled settings.
 * @param {NodeJS.ProcessEnv} environment
 */
function withoutPorts({ STRIPE_PORT, GOOGLE_PORT, AI_PORT, MAIL_PORT, ...others }) {
  return others
}

/** Starts a stand-in for each service that isn't configured. Their state is stored with the development data. */
async function standIns() {
  const { register } = await import('tsx/esm/api')
  register()
  const { startWorld } = await import('#test/world/start.ts')
  const { STRIPE_PORT = 4242, GOOGLE_PORT = 4243, AI_PORT = 4244, MAIL_PORT = 4245 } = process.env
  const { STRIPE_SECRET_KEY, GOOGLE_CLIENT_ID, AI_BASE_URL, SMTP_URL } = process.env
  // The hostname that Vite prints below. Links use it, so a developer who opens the app under a different hostname must sign in again after
  // following a link.
  const opened = host === '0.0.0.0' ? 'localhost' : host
  return startWorld({
    host,
    ports: {
      ...(STRIPE_SECRET_KEY === undefined && { stripe: Number(STRIPE_PORT) }),
      ...(GOOGLE_CLIENT_ID === undefined && { google: Number(GOOGLE_PORT) }),
      ...(AI_BASE_URL === undefined && { ai: Number(AI_PORT) }),
      ...(SMTP_URL === undefined && { mail: Number(MAIL_PORT) }),
    },
    server: `http://${host}:${port}`,
    pages: [...new Set([opened, 'localhost', '127.0.0.1', host])].map((name) => `http://${name}:${webPort}`),
    keptIn: path.resolve(projectRoot, dataDir),
    pace: 20,
  }).catch((error) => giveUp(`${error.message} ${error.cause?.message ?? ''}`))
}

/**
 * Waits until a URL returns a success status. Gives up after 30 seconds.
 * @param {string} url
 */
async function answering(url) {
  for (let tries = 0; tries < 150; tries++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  stopAll()
  giveUp(`The server did not respond at ${url}`)
}
