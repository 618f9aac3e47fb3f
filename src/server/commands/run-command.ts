/** What the operator's commands have in common. */
import path from 'node:path'
import { type Config, readConfig } from '#server/config.ts'
import { hasData } from '#server/lib/db/data-folder.ts'
import { placeOf } from '#server/lib/db/place.ts'
import type { DatabaseLog } from '#server/lib/db/pool.ts'
import { settingNames } from '#server/lib/start/environment.ts'
import { explainStart } from '#server/lib/start/explain-start.ts'
import { readSettings } from '#server/settings.ts'

/** Prints beside the results, on stderr. */
export const warn: DatabaseLog = (message, details) => console.error(message, ...(details ? [details] : []))

/** Prints a text on stderr and ends the process with code 1. */
export const giveUp = (text: string): never => {
  console.error(text)
  process.exit(1)
}

/** Throws where there is no embedded database yet: a command that made one would have been started with the wrong settings. */
export const requireDatabase = ({ databaseUrl, dataDir }: Config): void => {
  if (databaseUrl === undefined && !hasData(path.resolve(dataDir, 'database')))
    throw new Error(
      `There is no database in ${path.resolve(dataDir, 'database')}. Set DATA_DIR or DATABASE_URL as it is for the server (one file firstbell.env sets it for both), or start the server once, which makes the database.`,
    )
}

/**
 * Runs a command with the settings of the server, after saying which database it works on. The environment is that of
 * the process, under `overriding`. An error ends the process with code 1 and its message, without a stack.
 */
export const runCommand = async (work: (config: Config) => Promise<void>, overriding: Record<string, undefined> = {}): Promise<void> => {
  let config: Config | undefined
  try {
    config = readConfig({ ...readSettings(settingNames, warn), ...overriding })
    console.error(`This works on ${placeOf(config)}.`)
    await work(config)
  } catch (error) {
    giveUp(explainStart(error, config).sentence)
  }
}
