/** `npm run seed`: adds a sample teacher with a term of lessons to the configured database. Running it again changes nothing. */
import './node-version.mjs'
import path from 'node:path'

const { ensurePackages } = await import('./setup.mjs')
const { projectRoot } = await import('./project.mjs')
ensurePackages()

const { register } = await import('tsx/esm/api')
register()
const { readConfig } = await import('../src/server/config.ts')
const { settingNames } = await import('../src/server/lib/start/environment.ts')
const { migrate } = await import('../src/server/lib/db/migrate.ts')
const { openDatabase } = await import('../src/server/lib/db/open.ts')
const { openKeyRing } = await import('../src/server/lib/keys/kept-key.ts')
const { seed } = await import('../src/server/seed.ts')
const { readSettings } = await import('../src/server/settings.ts')

const { databaseUrl, dataDir, keys } = readConfig(readSettings(settingNames, (sentence) => console.error(sentence)))
const database = await openDatabase({ databaseUrl, dataDir, log: (message, details) => console.error(message, details ?? '') })
try {
  await migrate(database, path.join(projectRoot, 'migrations'))
  const { email, password, administrator, admin } = await seed(
    database.db,
    openKeyRing(keys, dataDir, (sentence) => console.error(sentence)),
    new Date(),
  )
  console.log(
    `Sign in as ${email} with the password ${password}\nSchool administrator: ${administrator}, platform admin: ${admin} (same password)`,
  )
} finally {
  await database.close()
}
