/**
 * Starts the server for the browser tests: the production build on a migrated database with the schools in {@link SCHOOLS}, platform
 * admins, and stand-ins for external services.
 */
import { devNull } from 'node:os'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { makeAdmin, openSchool } from '#server/features/admin/actions.ts'
import { openDatabase } from '#server/lib/db/open.ts'
import { record } from '../canaries/record.ts'
import { fillDataDir } from '../migrated.ts'
import { startWorld } from '../world/start.ts'
import { aiPort } from './ai.ts'
import { googlePort } from './google.ts'
import { mailPort } from './mail.ts'
import { PLATFORM_ADMINISTRATORS } from './platform.ts'
import { SCHOOLS } from './schools.ts'
import { stripePort } from './stripe.ts'

const dataDir = process.env['DATA_DIR'] ?? ''
await fillDataDir(dataDir)

// Opening schools and appointing platform admins requires the server's console, which tests don't have. This script calls the functions
// directly instead.
const database = await openDatabase({ dataDir, databaseUrl: undefined, log: () => undefined })
for (const { name, email, displayName, password } of SCHOOLS) {
  await aTeacher(database.db, { email, displayName, password, timezone: 'UTC' })
  await openSchool(database.db, { name, timezone: 'UTC', email }, new Date())
}
for (const administrator of PLATFORM_ADMINISTRATORS) {
  await aTeacher(database.db, { ...administrator, timezone: 'UTC' })
  await makeAdmin(database.db, administrator.email, new Date())
}
await database.close()

const { HOST: host = '127.0.0.1', PORT: port = '' } = process.env
const origin = `http://${host}:${port}`
const ports = { stripe: stripePort(port), google: googlePort(port), ai: aiPort(port), mail: mailPort(port) }
const { settings } = await startWorld({ ports, server: origin, pages: [origin], pace: 5 })
Object.assign(process.env, settings, { SETTINGS_FILE: devNull })

const { BROWSER_TEST_RECORDS: records } = process.env
if (records) record(records, Number(port), process.env)

// Uses a URL because dist/ may not exist yet when the imports are checked.
await import(new URL('../../dist/server/main.js', import.meta.url).href)
