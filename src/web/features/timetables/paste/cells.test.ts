import { expect, test } from 'vitest'
import { pastedCells } from './cells.ts'

test('cells come from a spreadsheet with tabs, or from a file with commas', () => {
  expect(pastedCells('Time\tMon\n8:00\tMath').cells).toEqual([
    ['Time', 'Mon'],
    ['8:00', 'Math'],
  ])
  expect(pastedCells('Time,Mon\r\n8:00,Math\r\n').cells).toEqual([
    ['Time', 'Mon'],
    ['8:00', 'Math'],
  ])
})

test('a comma inside of a cell from a spreadsheet stays', () => {
  expect(pastedCells('8:00\tMath, Room 12\tArt').cells).toEqual([['8:00', 'Math, Room 12', 'Art']])
})

test('a quoted cell can have line breaks, separators and quotes', () => {
  expect(pastedCells('"8:00\n8:45"\t"Math ""A"""\tArt').cells).toEqual([['8:00 8:45', 'Math "A"', 'Art']])
  expect(pastedCells('8:00,"Math, Algebra",Art').cells).toEqual([['8:00', 'Math, Algebra', 'Art']])
})

test('empty rows and columns around the cells are left out, and short rows get empty cells', () => {
  expect(pastedCells('\t\t\t\n\tMon\tTue\t\n\n\tMath\n').cells).toEqual([
    ['Mon', 'Tue'],
    ['Math', ''],
  ])
  expect(pastedCells('').cells).toEqual([])
})

test('too many cells and a cell that is too long are refused with one sentence, at once', () => {
  const pastes = ['a\t'.repeat(100_000), `Mon\t${'a'.repeat(1_000_000)}`, `"${'"'.repeat(1_000_000)}`, ' \n'.repeat(500_000)]
  for (const text of pastes) {
    const since = performance.now()
    const { cells, problem } = pastedCells(text)
    expect(performance.now() - since).toBeLessThan(100)
    expect(cells).toBeNull()
    expect(problem).toMatch(/^[^.]+\. [^.]+\.$/)
  }
})
