import { isDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'

const BULK_COLUMNS = ['email', 'plan_until', 'ai_until'] as const
type Column = (typeof BULK_COLUMNS)[number]
/** The cell value that revokes a grant. */
const TAKE_BACK = 'none'

type Row = { line: number; cells: string[] }

/** Returns the rows of a CSV (RFC 4180), each with the number of its first line. Skips blank lines. */
export const csvRows = (csv: string): Row[] => {
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let cell = ''
  let isQuoted = false
  let line = 1
  const endCell = () => {
    row.cells.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.cells.some((each) => each !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  const source = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '\n') line++
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (source[at + 1] === '"') {
        cell += '"'
        at++
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === ',') endCell()
    else if (character === '\n') endRow()
    else cell += character
  }
  endRow()
  return rows
}

/** The requested change for one user: the last day of a grant, null to revoke it, or undefined to leave it unchanged. */
export type BulkRow = { line: number; email: string; planUntil: string | null | undefined; aiUntil: string | null | undefined }
export type Problem = { line: number; message: string }

const dayOf = (cell: string | undefined): string | null | undefined => {
  if (cell === undefined || cell === '') return undefined
  return cell.toLowerCase() === TAKE_BACK ? null : cell
}

const columnsIn = (head: Row | undefined): Column[] | string => {
  const names = (head?.cells ?? []).map((name) => name.toLowerCase())
  const unknown = names.find((name) => !BULK_COLUMNS.some((column) => column === name))
  if (!names.includes('email') || names.length < 2) return `Start with a header row: ${BULK_COLUMNS.join(', ')}.`
  if (unknown !== undefined) return `Unknown column: ${unknown === '' ? '(blank)' : unknown}. Use only ${BULK_COLUMNS.join(', ')}.`
  return new Set(names).size < names.length ? 'Two columns have the same name.' : (names as Column[])
}

/**
 * Returns the changes that a file requests, one per user, and the problems in the file. Days are `yyyy-MM-dd`. An empty cell changes
 * nothing.
 */
export const readBulk = (csv: string): { wishes: BulkRow[]; problems: Problem[] } => {
  const [head, ...rows] = csvRows(csv)
  const columns = columnsIn(head)
  if (typeof columns === 'string') return { wishes: [], problems: [{ line: head?.line ?? 1, message: columns }] }
  if (rows.length === 0) return { wishes: [], problems: [{ line: 1, message: 'This file doesn’t list anyone.' }] }
  if (rows.length > MAX.bulkRows)
    return { wishes: [], problems: [{ line: 1, message: `A file can list up to ${MAX.bulkRows.toLocaleString('en-US')} people.` }] }
  const problems: Problem[] = []
  const wishes: BulkRow[] = []
  const seen = new Map<string, number>()
  for (const { line, cells } of rows) {
    const of = (column: Column): string | undefined => (columns.includes(column) ? cells[columns.indexOf(column)] : undefined)
    const email = (of('email') ?? '').toLowerCase()
    const wish: BulkRow = { line, email, planUntil: dayOf(of('plan_until')), aiUntil: dayOf(of('ai_until')) }
    const wrongDay = [wish.planUntil, wish.aiUntil].find((day) => typeof day === 'string' && !isDay(day))
    if (cells.length > columns.length) problems.push({ line, message: 'This row has too many cells.' })
    else if (!email.includes('@')) problems.push({ line, message: 'Add an email.' })
    else if (wrongDay !== undefined)
      problems.push({ line, message: `${wrongDay?.slice(0, 40)} isn’t a date. Write it like 2027-06-30, or use ${TAKE_BACK}.` })
    else if (seen.has(email)) problems.push({ line, message: `${email} is already on line ${seen.get(email)}.` })
    else wishes.push(wish)
    seen.set(email, seen.get(email) ?? line)
  }
  return { wishes, problems }
}
