/** Reads spreadsheets: lists with a lesson in each row, and weeks as grids. Formulas are text. */
import { CsvError, parse } from 'csv-parse/sync'
import { readCell } from '#server/lib/csv/cells.ts'
import { MAX } from '#shared/limits.ts'
import { makeFindings, Unreadable } from './findings.ts'
import type { ReadFile, ReadTask } from './items.ts'
import { columnsOf, isList, isOwn } from './plans/columns.ts'
import { readGrid } from './plans/grid.ts'
import { readList } from './plans/list.ts'
import { hasOwnColumns, readOwnRows } from './plans/own.ts'
import { cellOfExport, cellOfText, type Row } from './plans/parts.ts'
import { startReading } from './plans/reading-state.ts'
import { aroundIn } from './plans/years.ts'

const DELIMITERS = [',', ';', '\t', '|']
const SAMPLED_LINES = 20
/** Rows and cells that take less than two seconds of processor time. */
const MOST_ROWS = 20_000
const MOST_CELLS = 300_000
const MOST_OF_ROW = 500_000

/** Returns the sign that splits the most of the first lines into the same number of cells. */
const delimiterOf = (content: string): string => {
  const lines = content
    .slice(0, 50_000)
    .split(/\r\n?|\n/, SAMPLED_LINES)
    .filter((line) => line.trim() !== '')
  const score = (sign: string): number => {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(sign).length - 1)
    const usual = Math.max(...counts)
    return usual === 0
      ? 0
      : counts.filter((count) => count > 0).length + counts.filter((count) => count === usual).length + (sign === '\t' ? 1 : 0)
  }
  return DELIMITERS.map((sign) => ({ sign, points: score(sign) })).sort((a, b) => b.points - a.points)[0]?.sign ?? ','
}

type Parsed = { record: string[]; info: { lines: number } }

const parsed = (content: string, delimiter: string, quote: '"' | null): Parsed[] => {
  const options = { delimiter, quote, info: true, bom: true, to: MOST_ROWS + 1, max_record_size: MOST_OF_ROW } as const
  return parse(content, { ...options, relax_quotes: true, relax_column_count: true }) as unknown as Parsed[]
}

const rowsOf = (content: string): Row[] => {
  const delimiter = delimiterOf(content)
  let cells = 0
  for (let at = content.indexOf(delimiter); at >= 0; at = content.indexOf(delimiter, at + 1)) cells += 1
  if (cells > MOST_CELLS) throw new Unreadable('This spreadsheet has too many cells. Bring in only the columns and rows with lessons.')
  let records: Parsed[]
  try {
    records = parsed(content, delimiter, '"')
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new Unreadable('This spreadsheet has a row that is too long to read.')
    // A quote that never closes is a character like any other.
    records = parsed(content, delimiter, null)
  }
  if (records.length > MOST_ROWS)
    throw new Unreadable(`This spreadsheet has more than ${MOST_ROWS.toLocaleString('en-US')} rows. Bring it in in parts.`)
  let last = 0
  // In our own spreadsheets, a tag is what the teacher wrote.
  const cellOf = isOwn(records[0]?.record ?? []) ? cellOfText : cellOfExport
  return records.flatMap(({ record, info }) => {
    const line = last + 1
    last = info.lines
    return record.every((cell) => cell.trim() === '')
      ? []
      : [{ line, cells: record.slice(0, MAX.importColumns).map((cell) => cellOf(readCell(cell))) }]
  })
}

/** Reads a spreadsheet. Throws {@link Unreadable}. */
export const readSpreadsheet = async (task: ReadTask): Promise<ReadFile> => {
  const rows = rowsOf(task.content)
  const findings = makeFindings(task)
  const reading = startReading(task, findings)
  reading.around = aroundIn(
    rows.map(({ cells }) => cells.map(({ text }) => text)),
    reading.around,
  )
  const isOurs = isOwn(rows[0]?.cells.map(({ text }) => text) ?? [])
  const isGrid = !task.columns && !isOurs && !isList(rows, reading.around) && readGrid(rows, reading)
  if (isGrid && findings.isEmpty()) findings.problem(0, 'We can’t find any lessons under these days.')
  if (isGrid) return findings.done({ lines: rows.length })
  const { columns, first } = columnsOf(rows, reading.around, task.columns)
  const body = rows.slice(first)
  if (isOurs && hasOwnColumns(columns)) readOwnRows(body, reading)
  else if (columns.some(({ role }) => role === 'monthFirst' || role === 'dayFirst')) readList(body, columns, reading)
  else if (body.length > 0) findings.problem(0, 'We can’t find a column with dates.')
  return findings.done({ lines: body.length, columns })
}
