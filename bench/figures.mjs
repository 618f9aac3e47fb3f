/** The value below which `share` (0 to 1) of the numbers lie; NaN of none. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

export const median = (numbers) => quantile(numbers, 0.5)

/** Prints rows of text under their headings, the first column to the left, the others to the right. */
export function printTable(headings, rows) {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => String(row[column]).length)))
  const line = (cells) =>
    cells.map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column]))).join('  ')
  console.log(line(headings))
  console.log(widths.map((width) => '─'.repeat(width)).join('  '))
  for (const row of rows) console.log(line(row))
}

const verdicts = []

/** Notes whether a gate holds: `value` must be at most, or at least, `limit`. */
export function gate(name, value, { atMost, atLeast }, unit = '') {
  const isHeld = atMost === undefined ? value >= atLeast : value <= atMost
  const digits = unit === '' ? 2 : 1
  const demand = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`
  verdicts.push({ isHeld, text: `${isHeld ? '✔' : '✘'} ${name}: ${value.toFixed(digits)}${unit} (${demand}${unit})` })
}

/** Prints every gate with its verdict; true when all hold. */
export function printVerdicts() {
  console.log('')
  for (const { text } of verdicts) console.log(text)
  return verdicts.every(({ isHeld }) => isHeld)
}
