/** Reads the configuration of the server and its commands from environment variables and a settings file. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { StartRefused } from '#server/lib/start/start-refused.ts'
import { TRACING_PREFIX } from '#server/lib/tracing/wanted-tracing.ts'

/** Raw setting values, keyed by name. */
type Settings = Record<string, string | undefined>

const FILE = 'firstbell.env'

/** Prefixes of our settings. Unknown variables with these prefixes are reported, since they are probably misspelled settings. */
const GROUPS = ['AI_', 'BACKUP_', 'DATABASE_', 'GOOGLE_', 'MAIL_', 'OIDC_', 'SIGN_UP_', 'SMTP_', 'STRIPE_']

/** Returns the Levenshtein distance between two words: the number of letters to add, remove or replace to turn one into the other. */
const lettersBetween = (one: string, other: string): number => {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1]
    for (let column = 0; column < other.length; column++)
      line.push(Math.min((above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1, (above[column] ?? 0) + (letter === other[column] ? 0 : 1)))
    above = line
  }
  return above.at(-1) ?? 0
}

/** True if both names have several words that start alike, such as TRUST_PROXY and TRUSTED_PROXIES. */
const haveLikeWords = (one: string, other: string): boolean => {
  const [words, others] = [one.split('_'), other.split('_')]
  return words.length > 1 && words.length === others.length && words.every((word, index) => word.slice(0, 4) === others[index]?.slice(0, 4))
}

/** True if one name is probably a misspelling of the other. Short names are excluded, because they resemble common shell variables. */
const isNear = (written: string, name: string): boolean => name.length > 4 && lettersBetween(written, name) <= (name.length > 7 ? 2 : 1)

/**
 * Returns a sentence for each unknown setting, suggesting the setting that the operator probably meant. Reports every unknown name in the
 * file. In the environment, which also contains other programs' variables, reports only names that resemble a setting.
 */
export const unknownSettings = (file: Settings, environment: Settings, known: readonly string[]): string[] => {
  const meantBy = (written: string): string | undefined => {
    const name = written.toUpperCase()
    const group = GROUPS.find((each) => name.startsWith(each))
    return (
      known.find((each) => each === name || haveLikeWords(name, each)) ??
      known
        .filter((each) => isNear(name, each) || (group !== undefined && each.startsWith(group)))
        .toSorted((one, other) => lettersBetween(name, one) - lettersBetween(name, other))[0]
    )
  }
  const sentence = (written: string, where: string): string => {
    const meant = meantBy(written)
    return `${written}${where} isn't a Firstbell setting and has no effect.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
  }
  const unknown = (settings: Settings): string[] =>
    Object.keys(settings).filter((name) => !known.includes(name) && !name.startsWith(TRACING_PREFIX))
  return [
    ...unknown(file).map((name) => sentence(name, ` in ${FILE}`)),
    ...unknown(environment)
      .filter((name) => !(name in file) && meantBy(name) !== undefined)
      .map((name) => sentence(name, '')),
  ]
}

const textOf = (file: string, named: string | undefined): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(
      named ? `SETTINGS_FILE is set to ${file}, which can't be read (${code}).` : `The settings in ${file} can't be read (${code}).`,
    )
  }
}

/**
 * Returns the settings. Environment variables override the settings file, which is `firstbell.env` in the working directory or the file
 * named by SETTINGS_FILE. An empty environment variable also overrides the file. Passes `say` a sentence for each name that isn't in
 * `known`. Throws if the file named by SETTINGS_FILE can't be read.
 */
export const readSettings = (known: readonly string[], say: (sentence: string) => void): Settings => {
  const environment = process.env
  const named = environment['SETTINGS_FILE']
  const file = path.resolve(named || FILE)
  const written = named || existsSync(file) ? parseEnv(textOf(file, named)) : {}
  for (const sentence of unknownSettings(written, environment, known)) say(sentence)
  // OpenTelemetry's packages read their settings from the environment.
  for (const [name, value] of Object.entries(written)) if (name.startsWith(TRACING_PREFIX)) environment[name] ??= value
  return { ...written, ...environment }
}
