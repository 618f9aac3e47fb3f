/**
 * Returns the quantile of the numbers at `share` (0 to 1), or NaN for an empty list.
 * @param {number[]} numbers
 * @param {number} share
 */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

/** @param {number[]} numbers */
export const median = (numbers) => quantile(numbers, 0.5)

/**
 * Runs every contender once per round. Each round starts with a different contender, so that background load affects them all equally.
 * Resolves with each contender's measurements, keyed by name.
 * @template {{ name: string }} Contender
 * @template Measured
 * @param {Contender[]} contenders
 * @param {number} rounds
 * @param {(contender: Contender) => Promise<Measured>} measure
 */
export async function inTurns(contenders, rounds, measure) {
  const results = new Map(contenders.map(({ name }) => [name, /** @type {Measured[]} */ ([])]))
  for (let round = 0; round < rounds; round++) {
    const first = round % contenders.length
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)])
      results.get(contender.name)?.push(await measure(contender))
  }
  return results
}

/**
 * Prints a table. The first column is left-aligned, the others right-aligned.
 * @param {string[]} headings
 * @param {(string | number)[][]} rows
 */
export function printTable(headings, rows) {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => String(row[column]).length)))
  /** @param {(string | number)[]} cells */
  const line = (cells) => cells.map((cell, column) => String(cell)[column === 0 ? 'padEnd' : 'padStart'](widths[column] ?? 0)).join('  ')
  console.log(line(headings))
  console.log(widths.map((width) => '─'.repeat(width)).join('  '))
  for (const row of rows) console.log(line(row))
}

/** @type {{ isHeld: boolean, text: string }[]} */
const verdicts = []

/**
 * Records whether a gate passes, meaning that `value` is within the limit.
 * @param {string} name
 * @param {number} value
 * @param {{ atMost: number, atLeast?: never } | { atMost?: never, atLeast: number }} limit
 * @param {string} [unit]
 */
export function gate(name, value, { atMost, atLeast }, unit = '') {
  const isHeld = atMost === undefined ? value >= atLeast : value <= atMost
  const digits = unit === '' ? 2 : 1
  const demand = atMost === undefined ? `at least ${atLeast}` : `at most ${atMost}`
  verdicts.push({ isHeld, text: `${isHeld ? '✔' : '✘'} ${name}: ${value.toFixed(digits)}${unit} (${demand}${unit})` })
}

/** Prints every gate with its verdict. Returns true if all pass. */
export function printVerdicts() {
  console.log('')
  for (const { text } of verdicts) console.log(text)
  return verdicts.every(({ isHeld }) => isHeld)
}
