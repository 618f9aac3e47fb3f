/** Helpers shared by the operator commands. */
import path from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { hasData } from '#server/lib/db/embedded/data-folder.ts'
import { placeOf } from '#server/lib/db/place.ts'
import type { DatabaseLog } from '#server/lib/db/pool.ts'
import { settingNames } from '#server/lib/start/environment.ts'
import { explainStart } from '#server/lib/start/explain-start.ts'
import { readSettings } from '#server/settings.ts'

/** Printed after a restore or a recovery, because the database of that time does not know it. */
export const ACTIVE_AGAIN =
  'Access that was ended after that time is active again: sharing with colleagues, school memberships, links for substitutes and calendar addresses. So are earlier passwords. Tell people (docs/recovery.md).'

/** Prints to stderr, so that stdout has only the results. */
export const warn: DatabaseLog = (message, details) => console.error(message, ...(details ? [details] : []))

/** Prints a message to stderr and exits with code 1. */
export const giveUp = (text: string): never => {
  console.error(text)
  process.exit(1)
}

/** Throws if the embedded database doesn't exist yet. A missing database usually means wrong settings, so commands don't create one. */
export const requireDatabase = ({ databaseUrl, dataDir }: Config): void => {
  if (databaseUrl === undefined && !hasData(path.resolve(dataDir, 'database')))
    throw new Error(
      `There isn't a database in ${path.resolve(dataDir, 'database')}. Set DATA_DIR or DATABASE_URL to the same value as for the server (one firstbell.env file can set it for both), or start the server once to create the database.`,
    )
}

/**
 * Runs a command with the server's settings, after printing which database it uses. `overriding` takes precedence over the process
 * environment. On an error, prints the message without a stack trace and exits with code 1.
 */
export const runCommand = async (work: (config: Config) => Promise<void>, overriding: Record<string, undefined> = {}): Promise<void> => {
  let config: Config | undefined
  try {
    // An operator watches a command, and the embedded database's first query includes its start.
    config = { ...readConfig({ ...readSettings(settingNames, warn), ...overriding }), slowQueryMs: Number.POSITIVE_INFINITY }
    console.error(`Using ${placeOf(config)}.`)
    await work(config)
  } catch (error) {
    giveUp(explainStart(error, config).sentence)
  }
}
