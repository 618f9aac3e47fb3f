import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvCell, readCell } from './cells.ts'

describe('a cell of CSV', () => {
  test.each([
    ['Ann', '"Ann"'],
    ['O"Neil, Ann', '"O""Neil, Ann"'],
    ['two\nlines', '"two\nlines"'],
    ['Ann; Ben', '"Ann; Ben"'],
    ['Ann-Marie + Ben', '"Ann-Marie + Ben"'],
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\tcmd', `"'\tcmd"`],
    ['\r\ncmd', `"'\r\ncmd"`],
    ['＝1+1', `"'＝1+1"`],
    [' =1+1', `"' =1+1"`],
    ['', '""'],
    // In locales that use `;` as the list separator, a cell ends here.
    ['x;=HYPERLINK("http://evil.example")', `"x;'=HYPERLINK(""http://evil.example"")"`],
    ['x;"=1+1"', `"x;'""=1+1"""`],
    ['x; ＠SUM(A1);-1', `"x;' ＠SUM(A1);'-1"`],
    ['x\t=1+1', `"x\t'=1+1"`],
    ['x\r\n=1+1', `"x\r\n'=1+1"`],
  ])('%j is written as %j', (value, cell) => expect(csvCell(value)).toBe(cell))
})

test('a cell that was exported is read as it was, formulas and apostrophes included', () => {
  const sign = fc.constantFrom('=', '+', '-', '@', "'", '"', ';', '\t', '\r', '\n', ' ', 'a', '＝', ',')
  const parsed = (cell: string) => cell.slice(1, -1).replaceAll('""', '"')
  fc.assert(fc.property(fc.string({ unit: sign, maxLength: 12 }), (text) => readCell(parsed(csvCell(text))) === text))
})
