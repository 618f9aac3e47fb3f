/** The server of the browser tests: the built one, on a database with its tables and the schools of {@link SCHOOLS}, with stand-ins for Stripe and Google. */
import { aTeacher } from '#server/features/accounts/samples.ts'
import { openSchool } from '#server/features/admin/actions.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { fillDataDir } from '../migrated.ts'
import { startGoogle } from '../world/google/start.ts'
import { startStripe } from '../world/stripe/start.ts'
import { googlePort } from './google.ts'
import { SCHOOLS } from './schools.ts'
import { stripePort } from './stripe.ts'

const dataDir = process.env['DATA_DIR'] ?? ''
await fillDataDir(dataDir)

// Schools are opened at the server's console, which the tests have not.
const database = await openDatabase({ dataDir, databaseUrl: undefined, log: () => undefined })
for (const { name, email, displayName, password } of SCHOOLS) {
  await aTeacher(database.db, { email, displayName, password, timezone: 'UTC' })
  await openSchool(database.db, { name, timezone: 'UTC', email }, new Date())
}
await database.close()

const { HOST: host = '127.0.0.1', PORT: port = '' } = process.env
const stripe = await startStripe({ port: stripePort(port), webhookUrl: `http://${host}:${port}/api/billing/webhook` })
const google = await startGoogle({ port: googlePort(port), redirectUris: [`http://${host}:${port}/api/auth/google/callback`] })
Object.assign(process.env, stripe.settings, google.settings)

// Not by its name alone: that an import leads somewhere is checked before the build.
await import(new URL('../../dist/server/main.js', import.meta.url).href)
