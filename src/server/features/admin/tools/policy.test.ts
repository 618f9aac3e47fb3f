import { describe, expect, test } from 'vitest'
import { MAX } from '#shared/limits.ts'
import { csvRows, readBulk } from './policy.ts'

test('rows are parsed with quotes, any line ending, and their line number', () => {
  expect(csvRows('\uFEFFa,"b ""c"",\n d"\r\n\r\ne , f\n')).toEqual([
    { line: 1, cells: ['a', 'b "c",\n d'] },
    { line: 4, cells: ['e', 'f'] },
  ])
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
    ['email,email\na@b.example,a@b.example', 'Two columns have the same name.'],
  ])('%j is refused for its columns', (csv, message) => {
    expect(readBulk(csv).problems).toEqual([{ line: 1, message }])
  })
})
