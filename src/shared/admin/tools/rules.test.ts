import { describe, expect, test } from 'vitest'
import { csvCell, csvRows, MAX_BULK_ROWS, readBulk } from './rules.ts'

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
    // In locales with `;` as the list separator, a cell ends here.
    ['x;=HYPERLINK("http://evil.example")', `"x;'=HYPERLINK(""http://evil.example"")"`],
    ['x;"=1+1"', `"x;'""=1+1"""`],
    ['x; ＠SUM(A1);-1', `"x;' ＠SUM(A1);'-1"`],
    ['x\t=1+1', `"x\t'=1+1"`],
    ['x\r\n=1+1', `"x\r\n'=1+1"`],
  ])('%j is written as %j', (value, cell) => expect(csvCell(value)).toBe(cell))
})

test('rows are read with quotes, line ends of any kind and their line', () => {
  expect(csvRows('\uFEFFa,"b ""c"",\n d"\r\n\r\ne , f\n')).toEqual([
    { line: 1, cells: ['a', 'b "c",\n d'] },
    { line: 4, cells: ['e', 'f'] },
  ])
})

describe('a file for many people', () => {
  const read = (...lines: string[]) => readBulk(['email,plan_until,ai_until', ...lines].join('\n'))

  test('says until when each has what; an empty cell changes nothing, "none" takes it back', () => {
    expect(read('Ann@School.example,2027-06-30,', 'ben@school.example,none,2027-01-31')).toEqual({
      problems: [],
      wishes: [
        { line: 2, email: 'ann@school.example', planUntil: '2027-06-30', aiUntil: undefined },
        { line: 3, email: 'ben@school.example', planUntil: null, aiUntil: '2027-01-31' },
      ],
    })
  })

  test('may leave a column out and have them in any order', () => {
    expect(readBulk('plan_until,email\n2027-06-30,ann@school.example').wishes).toEqual([
      { line: 2, email: 'ann@school.example', planUntil: '2027-06-30', aiUntil: undefined },
    ])
  })

  test.each([
    ['an address that is none', ['ann,2027-06-30,'], 2, 'There is no e-mail address.'],
    ['a day that is none', ['ann@school.example,2027-02-30,'], 2, '2027-02-30 is no day. Write it as 2027-06-30, or none.'],
    ['somebody twice', ['ann@school.example,,', 'ANN@school.example,,'], 3, 'ann@school.example is on line 2 already.'],
    ['too many cells', ['ann@school.example,,,x'], 2, 'There are more cells than columns.'],
    ['nobody', [], 1, 'There is nobody in it.'],
    ['too many people', Array.from({ length: MAX_BULK_ROWS + 1 }, (_, at) => `a${at}@school.example,,`), 1, 'Use at most 5,000 people.'],
  ])('is refused for %s, by line', (_, lines, line, message) => {
    expect(read(...lines).problems).toEqual([{ line, message }])
  })

  test.each([
    ['', 'Begin with a line of columns: email, plan_until, ai_until.'],
    ['email\nann@school.example', 'Begin with a line of columns: email, plan_until, ai_until.'],
    ['email,role\nann@school.example,admin', 'There is no column role. The columns are email, plan_until, ai_until.'],
    ['email,email\na@b.example,a@b.example', 'A column is there twice.'],
  ])('%j is refused for its columns', (csv, message) => {
    expect(readBulk(csv).problems).toEqual([{ line: 1, message }])
  })
})
