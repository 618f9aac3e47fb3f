import { expect, test } from 'vitest'
import { BadList, peopleIn } from './policy.ts'

const read = (...lines: string[]) => peopleIn(new TextEncoder().encode(lines.join('\n')))
const problemsOf = (...lines: string[]): string[] => {
  try {
    read(...lines)
  } catch (error) {
    if (error instanceof BadList) return error.message.split('\n')
    throw error
  }
  return []
}
const COLUMNS = 'Each line needs an email, a first name, and a last name, separated by commas. You can add the name of a school.'
const UNCHANGED = 'No changes were made.'

test('a list names its people, with or without a header row and a school', () => {
  const ann = { line: 1, email: 'ann@oak.example', displayName: 'Ann Lee', school: null }
  expect(read('Ann@Oak.example,Ann,Lee')).toEqual([ann])
  for (const header of ['email,first,last', 'E-mail address,first,last', 'Email,first,last'])
    expect(read(header, 'Ann@Oak.example,Ann,Lee')).toEqual([{ ...ann, line: 2 }])
  expect(read('\uFEFFann@oak.example, Ann , Lee ,', '', ',,', '"ben@oak.example",,"O\'Kafor, Jr.","E\u0301cole Oak"')).toEqual([
    ann,
    { line: 4, email: 'ben@oak.example', displayName: "O'Kafor, Jr.", school: 'École Oak' },
  ])
  expect(read('cem@oak.example,,,Oak')).toMatchObject([{ displayName: null, school: 'Oak' }])
})

test('an empty list has nobody', () => {
  expect(read('')).toEqual([])
  expect(read('email,first,last', '')).toEqual([])
})

test('an address that begins like a header row is a person’s', () => {
  expect(problemsOf('emails@oak.example,Ann,Lee')).toEqual([])
  expect(read('emails@oak.example,Ann,Lee')).toHaveLength(1)
  expect(read('ann.email@oak.example,Ann,Lee')).toHaveLength(1)
})

test.each([
  ['two columns', ['ann@oak.example,Ann'], `line 1: ${COLUMNS}`],
  ['five columns', ['ann@oak.example,Ann,Lee,Oak,x'], `line 1: ${COLUMNS}`],
  ['no address', ['ann,Ann,Lee'], 'line 1: "ann" isn\'t an email address.'],
  ['a long name', [`ann@oak.example,${'a'.repeat(50)},${'b'.repeat(50)}`], 'line 1: The name is longer than 100 characters.'],
  ['a person twice', ['ann@oak.example,Ann,Lee', 'ANN@oak.example,Ann,Lee'], 'line 2: ann@oak.example is already on line 1.'],
  ['a quote without its end', ['ann@oak.example,Ann,Lee', '"ben@oak.example,Ben,Lee'], `line 2: The quotes don't match. ${COLUMNS}`],
])('a list with %s is refused', (_with, lines, problem) => {
  expect(problemsOf(...lines)).toEqual([problem, UNCHANGED])
})

test('a name of 100 characters comes in', () => {
  expect(read(`ann@oak.example,${'a'.repeat(50)},${'b'.repeat(49)}`)).toHaveLength(1)
})

test('a person who is listed three times is refused twice, each time with the first line', () => {
  const ann = 'ann@oak.example,Ann,Lee'
  expect(problemsOf(ann, ann, ann)).toEqual([
    'line 2: ann@oak.example is already on line 1.',
    'line 3: ann@oak.example is already on line 1.',
    UNCHANGED,
  ])
})

test('a list that isn’t UTF-8 is refused', () => {
  expect(() => peopleIn(new Uint8Array([0x61, 0xe9, 0x2c]))).toThrow(new BadList(['The list isn\'t UTF-8. Save it again as "CSV UTF-8".']))
})

test('a list of 5,000 people comes in, and a longer one is refused', () => {
  const people = Array.from({ length: 5001 }, (_, at) => `a${at}@oak.example,Ann,Lee`)
  expect(read('email,first,last', ...people.slice(1))).toHaveLength(5000)
  expect(problemsOf(...people)).toEqual(['The list has 5001 people. Split it into lists of at most 5000.', UNCHANGED])
})

test('the first twenty problems are named, and the others are counted', () => {
  const wrong = Array.from({ length: 22 }, () => 'x,Ann,Lee')
  expect(problemsOf(...wrong.slice(2))).toEqual([
    ...wrong.slice(2).map((_, at) => `line ${at + 1}: "x" isn't an email address.`),
    UNCHANGED,
  ])
  expect(problemsOf(...wrong)).toHaveLength(22)
  expect(problemsOf(...wrong).at(-2)).toBe('and 2 more')
  expect(new BadList([]).name).toBe('BadList')
})
