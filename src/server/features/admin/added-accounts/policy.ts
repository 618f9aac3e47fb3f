/** Parses a list of users exported from a spreadsheet: email address, first name, last name, and optionally a school. */

import { CsvError, parse } from 'csv-parse/sync'
import { EmailAddress } from '#shared/accounts/contract.ts'
import { MAX } from '#shared/limits.ts'
import { text } from '#shared/text.ts'

const MAX_PEOPLE = 5000
/** Maximum number of invalid lines to report. The rest are only counted. */
const MAX_NAMED = 20

export type Listed = {
  line: number
  email: string
  displayName: string | null
  /** The school's exact name or its id. */
  school: string | null
}

/** A list that can't be imported. The message has a sentence for each invalid line. */
export class BadList extends Error {
  override name = 'BadList'
  constructor(problems: readonly string[]) {
    const rest = problems.length - MAX_NAMED
    const named = problems.slice(0, MAX_NAMED)
    super([...named, ...(rest > 0 ? [`and ${rest} more`] : []), 'No changes were made.'].join('\n'))
  }
}

const DisplayName = text(MAX.name)
const COLUMNS = 'Each line needs an email, a first name, and a last name, separated by commas. You can add the name of a school.'

type Row = { record: string[]; info: { lines: number } }

const rowsOf = (bytes: Uint8Array): Row[] => {
  let written: string
  try {
    written = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadList(['The list isn\'t UTF-8. Save it again as "CSV UTF-8".'])
  }
  try {
    const options = {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    } as const
    return parse(written, options) as unknown as Row[]
  } catch (error) {
    if (error instanceof CsvError) throw new BadList([`line ${String(error['lines'])}: The quotes don't match. ${COLUMNS}`])
    throw error
  }
}

/** Returns the problem with a line, or undefined if it is valid. */
const problemOf = ({ email, displayName }: Listed, columns: number, earlier: number | undefined): string | undefined => {
  if (columns < 3 || columns > 4) return COLUMNS
  if (!EmailAddress.safeParse(email).success) return `"${email}" isn't an email address.`
  if (displayName !== null && !DisplayName.safeParse(displayName).success) return `The name is longer than ${MAX.name} characters.`
  if (earlier !== undefined) return `${email} is already on line ${earlier}.`
  return undefined
}

/** Returns the users in a list. Skips a header row, recognized by a first cell that starts with "email". Throws {@link BadList}. */
export const peopleIn = (bytes: Uint8Array): Listed[] => {
  const rows = rowsOf(bytes)
  if (rows[0]?.record[0]?.match(/^e-?mail\b/i)) rows.shift()
  if (rows.length > MAX_PEOPLE) throw new BadList([`The list has ${rows.length} people. Split it into lists of at most ${MAX_PEOPLE}.`])
  const lineOf = new Map<string, number>()
  const problems: string[] = []
  const people = rows.map(({ record, info }) => {
    const [address = '', first = '', last = '', school = ''] = record
    const person: Listed = {
      line: info.lines,
      email: address.toLowerCase(),
      displayName: `${first} ${last}`.trim() || null,
      school: school.normalize('NFC') || null,
    }
    const problem = problemOf(person, record.length, lineOf.get(person.email))
    if (problem !== undefined) problems.push(`line ${person.line}: ${problem}`)
    if (!lineOf.has(person.email)) lineOf.set(person.email, person.line)
    return person
  })
  if (problems.length > 0) throw new BadList(problems)
  return people
}
