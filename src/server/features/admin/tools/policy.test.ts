import { describe, expect, test } from 'vitest'
import { MAX } from '#shared/limits.ts'
import { csvRows, readBulk } from './policy.ts'

test('rows are parsed with quotes, any line ending, and their line number', () => {
  expect(csvRows('\uFEFFa,"b ""c"",\n d"\r\n\r\ne , f\n')).toEqual([
    { line: 1, cells: ['a', 'b "c",\n d'] },
    { line: 4, cells: ['e', 'f'] },
  ])
})

test.each([
  ['a lone carriage return', 'a\rb', [['a'], ['b']]],
  ['an empty cell in the middle', 'a,,b', [['a', '', 'b']]],
  ['lines of empty cells', ',,\na\n , \n', [['a']]],
  ['a byte order mark before a quote', '\uFEFF"a,b"', [['a,b']]],
  ['a byte order mark in a cell', 'a\uFEFFb', [['a\uFEFFb']]],
  ['a quote inside a cell', 'a"b",c', [['a"b"', 'c']]],
  ['a quote without its end', '"a,b\nc', [['a,b\nc']]],
  ['nothing', '', []],
])('%s is parsed', (_what, csv, rows) => {
  expect(csvRows(csv).map(({ cells }) => cells)).toEqual(rows)
})

describe('a file for many people', () => {
  const read = (...lines: string[]) => readBulk(['email,plan_until,ai_until', ...lines].join('\n'))

  test('lists what each person gets; an empty cell changes nothing, "none" withdraws it', () => {
    expect(read('Ann@School.example,2027-06-30,', 'ben@school.example,none,2027-01-31')).toEqual({
      problems: [],
      wishes: [
        { line: 2, email: 'ann@school.example', planUntil: '2027-06-30', aiUntil: undefined },
        { line: 3, email: 'ben@school.example', planUntil: null, aiUntil: '2027-01-31' },
      ],
    })
  })

  test('can leave out a column and have them in any order', () => {
    expect(readBulk('plan_until,email\n2027-06-30,ann@school.example').wishes).toEqual([
      { line: 2, email: 'ann@school.example', planUntil: '2027-06-30', aiUntil: undefined },
    ])
  })

  test.each([
    ['an invalid address', ['ann,2027-06-30,'], 2, 'Add an email.'],
    ['an invalid day', ['ann@school.example,2027-02-30,'], 2, '2027-02-30 isn’t a date. Write it like 2027-06-30, or use none.'],
    ['a person twice', ['ann@school.example,,', 'ANN@school.example,,'], 3, 'ann@school.example is already on line 2.'],
    ['too many cells', ['ann@school.example,,,x'], 2, 'This row has too many cells.'],
    [
      'a long invalid day',
      [`ann@school.example,,${'x'.repeat(41)}`],
      2,
      `${'x'.repeat(40)} isn’t a date. Write it like 2027-06-30, or use none.`,
    ],
    ['no address', [',2027-06-30,'], 2, 'Add an email.'],
    ['nobody', [], 1, 'This file doesn’t list anyone.'],
    [
      'too many people',
      Array.from({ length: MAX.bulkRows + 1 }, (_, at) => `a${at}@school.example,,`),
      1,
      'A file can list up to 5,000 people.',
    ],
  ])('is refused for %s, by line', (_, lines, line, message) => {
    expect(read(...lines).problems).toEqual([{ line, message }])
  })

  test.each([
    ['', 'Start with a header row: email, plan_until, ai_until.'],
    ['email\nann@school.example', 'Start with a header row: email, plan_until, ai_until.'],
    ['email,role\nann@school.example,admin', 'Unknown column: role. Use only email, plan_until, ai_until.'],
    ['email,plan_until,\na@b.example,,', 'Unknown column: (blank). Use only email, plan_until, ai_until.'],
    ['plan_until,ai_until\n2027-06-30,', 'Start with a header row: email, plan_until, ai_until.'],
    ['email,email\na@b.example,a@b.example', 'Two columns have the same name.'],
  ])('%j is refused for its columns', (csv, message) => {
    expect(readBulk(csv).problems).toEqual([{ line: 1, message }])
  })

  test('isn’t taken in part if its people or its columns are wrong, and the header’s line is named', () => {
    expect(readBulk('\n\nname,plan_until\nann,2027-06-30')).toEqual({
      wishes: [],
      problems: [{ line: 3, message: 'Start with a header row: email, plan_until, ai_until.' }],
    })
    expect(read()).toEqual({ wishes: [], problems: [{ line: 1, message: 'This file doesn’t list anyone.' }] })
  })

  test('names its columns and “none” in any case, and may leave out the last cells', () => {
    expect(readBulk('EMAIL,Plan_Until,ai_until\nann@school.example,NONE').wishes).toEqual([
      { line: 2, email: 'ann@school.example', planUntil: null, aiUntil: undefined },
    ])
  })

  test('names the first line of a person who is listed again and again, even if that line has a problem', () => {
    const { wishes, problems } = read('ann@school.example,soon,', 'ann@school.example,2027-06-30,', 'ann@school.example,none,')
    expect(wishes).toEqual([])
    expect(problems.slice(1)).toEqual([
      { line: 3, message: 'ann@school.example is already on line 2.' },
      { line: 4, message: 'ann@school.example is already on line 2.' },
    ])
  })

  test('can list 5,000 people', () => {
    expect(read(...Array.from({ length: 5000 }, (_, at) => `a${at}@school.example,,`)).wishes).toHaveLength(5000)
  })
})
