/** `npm run doctor`: checks an installation, says what is wrong and what to type, and changes no data. A server can keep running. */
import path from 'node:path'
import { type Config, readConfig, startNotices } from '#server/config.ts'
import { describeKeys } from '#server/features/admin/keys/actions.ts'
import { opensGrants } from '#server/features/drive/actions.ts'
import { hasData } from '#server/lib/db/embedded/data-folder.ts'
import { DataFolderInUse } from '#server/lib/db/embedded/folder-lock.ts'
import { readMigrations } from '#server/lib/db/migration-list.ts'
import { type Database, openDatabase } from '#server/lib/db/open.ts'
import { placeOf } from '#server/lib/db/place.ts'
import { bytesIn } from '#server/lib/db/snapshot.ts'
import { checkAddress, checkClock } from '#server/lib/doctor/address.ts'
import { ask } from '#server/lib/doctor/ask.ts'
import { type Check, examine, type Finding, unchecked, well, wrong } from '#server/lib/doctor/check.ts'
import { checkDatabase, databaseBytes } from '#server/lib/doctor/database.ts'
import { checkBackups, checkDisk, checkMemory } from '#server/lib/doctor/machine.ts'
import { checkAi, checkGoogle, checkMail, checkOidc, checkStripe } from '#server/lib/doctor/outside-checks.ts'
import { findKeyRing } from '#server/lib/keys/kept-key.ts'
import { settingNames } from '#server/lib/start/environment.ts'
import { explainStart } from '#server/lib/start/explain-start.ts'
import { inProject, readVersion } from '#server/project-folder.ts'
import { readSettings } from '#server/settings.ts'

const say = (line: string): void => console.log(line)

/** Returns the configuration, and what a start would say about the settings. */
const readAll = (): { config: Config | undefined; findings: Finding[] } => {
  const findings: Finding[] = []
  let config: Config | undefined
  try {
    const settings = readSettings(settingNames, (sentence) => findings.push(wrong(sentence, 'Correct the name, or remove it.')))
    config = readConfig(settings)
    findings.push(...startNotices(config).map(unchecked))
    findKeyRing(config.keys, config.dataDir)
  } catch (error) {
    for (const sentence of explainStart(error).sentence.split('\n'))
      findings.push(wrong(sentence, 'A server doesn’t start with this. Correct it where its settings are.'))
  }
  if (findings.length === 0) findings.push(well('All of them are valid.'))
  return { config, findings }
}

type Opened = { database: Database | undefined; finding: Finding | undefined }

/** Opens the database without creating it. Resolves to a finding if it can't be opened. */
const open = async (config: Config): Promise<Opened> => {
  const nothing = (finding: Finding): Opened => ({ database: undefined, finding })
  try {
    if (config.databaseUrl === undefined && !hasData(path.resolve(config.dataDir, 'database')))
      return nothing(unchecked(`There is none in ${path.resolve(config.dataDir, 'database')} yet. The first start creates it.`))
    const database = await openDatabase({ ...config, poolSize: 2, log: () => undefined })
    try {
      await database.pool.query('select 1')
    } catch (error) {
      await database.close()
      throw error
    }
    return { database, finding: undefined }
  } catch (error) {
    if (!(error instanceof DataFolderInUse))
      return nothing(wrong(explainStart(error, config).sentence, 'Correct that, then run the doctor again.'))
    const { port, host } = config
    const at = `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`
    const status = await ask(`${at}/api/health`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.status,
      () => undefined,
    )
    if (status !== 200)
      return nothing(
        wrong(
          'A process uses the embedded database, but no healthy server responds.',
          `Look at its log. It should answer at ${at}/api/health.`,
        ),
      )
    return nothing(
      unchecked(
        'A healthy server uses the embedded database. Its version and keys were checked when it started. To check them here, stop it and run the doctor again.',
      ),
    )
  }
}

/** Longer than a busy disk needs to replay the embedded database's log. */
const OPENING_MS = 60_000

/** The same, but gives up on a database that neither opens nor refuses. */
const openInTime = async (config: Config): Promise<Opened> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Opened>((resolve) => {
    const finding = wrong(
      `It didn't open within ${OPENING_MS / 1000} seconds.`,
      'Try again when the machine is less busy, or look at its disk.',
    )
    timer = setTimeout(() => resolve({ database: undefined, finding }), OPENING_MS)
  })
  try {
    return await Promise.race([open(config), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Checks PostgreSQL's own address, which a server needs next to a pooler for live updates and backups. */
const checkListening = (config: Config): Check[] => {
  const { listenUrl: databaseUrl, dataDir } = config
  if (databaseUrl === undefined) return []
  const look = async (): Promise<Finding[]> => {
    const database = await openDatabase({ databaseUrl, dataDir, poolSize: 2, log: () => undefined })
    try {
      await database.pool.query('select 1')
      return [well(`${placeOf({ databaseUrl, dataDir })} responds (DATABASE_LISTEN_URL).`)]
    } catch (error) {
      const sentence = explainStart(error, { ...config, databaseUrl }).sentence.replaceAll('DATABASE_URL', 'DATABASE_LISTEN_URL')
      return [wrong(sentence, 'Live updates and backups need it.')]
    } finally {
      await database.close()
    }
  }
  return [{ about: 'Database', look }]
}

const sizeOf = ({ dataDir, databaseUrl }: Config, database: Database | undefined): Promise<number | undefined> | undefined => {
  if (databaseUrl !== undefined) return database && databaseBytes(database.db)
  const folder = path.resolve(dataDir, 'database')
  return hasData(folder) ? bytesIn(folder) : undefined
}

/** Returns an address of an outside service to compare the clock with. */
const timekeeperOf = ({ stripe, google, oidc, ai }: Config): string | undefined =>
  (stripe && (stripe.apiBase ?? 'https://api.stripe.com')) ?? google?.issuer ?? oidc?.issuer ?? ai?.baseUrl

const checksFor = async (config: Config, { database, finding }: Opened): Promise<Check[]> => {
  const { keys, dataDir, databaseUrl } = config
  const isEmbedded = databaseUrl === undefined
  const ofDatabase = database
    ? checkDatabase({
        database,
        migrations: readMigrations(inProject('migrations')),
        keys,
        dataDir,
        opensSealed: (ring) => opensGrants(database.db, ring),
        describeKeys: () => describeKeys({ ...config, db: database.db }, new Date()),
      })
    : { about: 'Database', look: () => (finding ? [finding] : []) }
  return [
    ofDatabase,
    ...checkListening(config),
    checkDisk({ ...config, isEmbedded, databaseBytes: await sizeOf(config, database)?.catch(() => undefined) }),
    checkMemory({ ...config, isEmbedded }),
    checkBackups(config, new Date()),
    checkClock(timekeeperOf(config)),
    checkAddress(config),
    checkMail(config.mail),
    checkStripe(config.stripe, config.publicAddress),
    checkGoogle(config.google, config),
    checkOidc(config.oidc, config),
    checkAi(config.ai),
  ]
}

const { config, findings } = readAll()
say(`Firstbell ${readVersion()}, Node ${process.versions.node}${config ? `, ${placeOf(config)}` : ''}`)
const areSettingsWell = await examine([{ about: 'Settings', look: () => findings }], say)
if (!config) {
  say('Nothing else was checked, because the server can’t start with these settings.')
  process.exit(1)
}
const opened = await openInTime(config)
const isRestWell = await examine(await checksFor(config, opened), say)
await opened.database?.close()
const isWell = areSettingsWell && isRestWell
say(isWell ? 'Nothing is wrong.' : 'Correct what is marked with ✘, then run the doctor again.')
process.exit(isWell ? 0 : 1)
