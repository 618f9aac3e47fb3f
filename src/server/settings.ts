import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

/** Settings by their names, as they are written. */
export type Settings = Record<string, string | undefined>

const FILE = 'firstbell.env'

/**
 * Returns the settings: those of the environment over those of the file `firstbell.env` in the working directory, or of
 * the file that SETTINGS_FILE names, which then has to exist. An empty variable counts as set, so that it hides the file's.
 */
export const readSettings = (environment: Settings = process.env): Settings => {
  const named = environment['SETTINGS_FILE']
  const file = path.resolve(named || FILE)
  if (!named && !existsSync(file)) return environment
  return { ...parseEnv(readFileSync(file, 'utf8')), ...environment }
}
