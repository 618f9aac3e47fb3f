/** Reads the configuration of the server and its commands: the environment, and a file with defaults. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { StartRefused } from '#server/lib/start/start-refused.ts'

/** Raw values of settings by name. */
type Settings = Record<string, string | undefined>

const FILE = 'firstbell.env'

/** Prefixes of our settings. Other variables with these prefixes are reported, since they are probably misspelled settings. */
const GROUPS = ['AI_', 'BACKUP_', 'DATABASE_', 'GOOGLE_', 'MAIL_', 'OIDC_', 'SIGN_UP_', 'SMTP_', 'STRIPE_']

/** Returns the number of letters to add, remove or replace to turn one word into the other (Levenshtein distance). */
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

/** True if both names have several words, and the words start alike: TRUST_PROXY and TRUSTED_PROXIES. */
const haveLikeWords = (one: string, other: string): boolean => {
  const [words, others] = [one.split('_'), other.split('_')]
  return words.length > 1 && words.length === others.length && words.every((word, index) => word.slice(0, 4) === others[index]?.slice(0, 4))
}

/** True if one name is probably a misspelling of the other. Short names are excluded, because they resemble the shell's own variables. */
const isNear = (written: string, name: string): boolean => name.length > 4 && lettersBetween(written, name) <= (name.length > 7 ? 2 : 1)

/**
 * Returns a sentence for each name that isn't a setting, with the setting that was probably meant. In the file, that
 * applies to every such name. In the environment, which is full of other programs' variables, only to names that resemble a setting.
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
  const unknown = (settings: Settings): string[] => Object.keys(settings).filter((name) => !known.includes(name))
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
 * Returns the settings: those in the environment, which override those in the file `firstbell.env` in the working
 * directory, or in the file that SETTINGS_FILE names. An empty environment variable hides the file's. Passes `say` a
 * sentence for each name that isn't among the `known`. Throws if the file that SETTINGS_FILE names can't be read.
 */
export const readSettings = (known: readonly string[], say: (sentence: string) => void): Settings => {
  const environment = process.env
  const named = environment['SETTINGS_FILE']
  const file = path.resolve(named || FILE)
  const written = named || existsSync(file) ? parseEnv(textOf(file, named)) : {}
  for (const sentence of unknownSettings(written, environment, known)) say(sentence)
  return { ...written, ...environment }
}
