/** Splits text that was copied from a spreadsheet into cells. */

/** More than any timetable has, with empty rows and columns around it. A class, its room and a note fit into a cell. */
const MOST_CELLS = 3000
const LONGEST_CELL = 500

export type PastedCells = { cells: string[][]; problem: null } | { cells: null; problem: string }

const TOO_MANY: PastedCells = { cells: null, problem: 'That’s more than a timetable can hold. Copy only the rows and days of your week.' }
const TOO_LONG: PastedCells = {
  cells: null,
  problem: 'One of the cells is too long to be a class. Copy only the rows and days of your week.',
}

/** Spreadsheets copy cells with tabs between them. Files have commas, or semicolons where the comma separates decimals. */
const separatorOf = (text: string): string => {
  const start = text.slice(0, LONGEST_CELL * 4)
  return ['\t', ',', ';'].find((separator) => start.includes(separator)) ?? '\t'
}

/** Returns the cells without the empty rows and columns around them. */
const trimmed = (rows: readonly string[][]): string[][] => {
  const used = rows.filter((row) => row.some((cell) => cell !== ''))
  const width = Math.max(0, ...used.map((row) => row.findLastIndex((cell) => cell !== '') + 1))
  const first = Math.min(width, ...used.map((row) => row.findIndex((cell) => cell !== '')))
  return used.map((row) => Array.from({ length: width - first }, (_, column) => row[first + column] ?? ''))
}

/** Returns where the cell that starts at `from` ends, and its text. A quoted cell can hold separators, quotes and line breaks. */
const cellAt = (text: string, from: number, separator: string): { end: number; cell: string } => {
  const isQuoted = text[from] === '"'
  let end = from + (isQuoted ? 1 : 0)
  let inQuotes = isQuoted
  while (end < text.length && end - from <= LONGEST_CELL) {
    const letter = text[end]
    if (inQuotes && letter === '"') {
      if (text[end + 1] === '"') end++
      else inQuotes = false
    } else if (!inQuotes && (letter === separator || letter === '\n' || letter === '\r')) break
    end++
  }
  const typed = text.slice(from, end)
  const unquoted = isQuoted ? typed.replace(/^"|"$/g, '').replaceAll('""', '"') : typed
  return { end, cell: unquoted.replace(/\s+/g, ' ').trim() }
}

/** Returns the pasted cells, or why they can't be read. Stops at the first cell that is too much, so that it takes a few milliseconds. */
export const pastedCells = (text: string): PastedCells => {
  const separator = separatorOf(text)
  const rows: string[][] = [[]]
  let count = 0
  for (let place = 0; place < text.length; ) {
    const { end, cell } = cellAt(text, place, separator)
    if (end - place > LONGEST_CELL) return TOO_LONG
    count++
    if (count > MOST_CELLS) return TOO_MANY
    rows.at(-1)?.push(cell)
    const isRowOver = text[end] === '\n' || text[end] === '\r'
    if (isRowOver) rows.push([])
    place = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
  return { cells: trimmed(rows), problem: null }
}
