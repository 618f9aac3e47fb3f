import { describe, expect, test } from 'vitest'
import { comparedName } from '#shared/classes/rules.ts'
import type { GridClass } from '#web/features/timetables/model/grid.ts'
import { pastedCells } from './cells.ts'
import { lessonsIn, withPastedWeek } from './pasted-grid.ts'
import { pastedWeek } from './pasted-week.ts'
import { isShortFor, wordsIn } from './words.ts'

const cellsOf = (text: string) => pastedCells(text).cells ?? []
const week = (text: string, known: { startTime: string; endTime: string }[] = []) => pastedWeek(cellsOf(text), known)
const aClass = (name: string, color = 0): GridClass => ({ id: name, name, color, room: '', staysOnItsDay: false })

const PICTURE = [
  '\tMonday\tTuesday\tWednesday\tThursday\tFriday',
  '8-8:20\tMorning Mtg\tMorning Mtg\tMorning Mtg\tMorning Mtg\tMorning Mtg',
  '820-930\tReading WS\tReading WS\tReading WS\tReading WS\tReading WS',
  '9:30\tWriting\tWriting\tLib/Comp\tWriting\tWriting',
  '10:30-11:30\tMath\tMath\tMath\tMath\tMath',
  'LUNCH\t\t\t\t\t',
  '12:15-1\tScience\tSoc St\tScience\tSoc St\tSoc St',
  '1:15-2\tMusic\tPE\tMusic\tPE\tMusic',
].join('\n')
const CLASSES = ['Morning Meeting', 'Reading Workshop', 'Writing', 'Library', 'Math', 'Science', 'Social Studies', 'Music', 'P.E.'].map(
  (name, color) => aClass(name, color),
)

describe('a week pasted from a spreadsheet', () => {
  test('has its times, and an end from a week on screen where none was pasted', () => {
    const { rows, days, direction, rhythm } = week(PICTURE, [{ startTime: '09:30', endTime: '10:15' }])
    expect([direction, rhythm, days.map(({ day }) => day)]).toEqual(['across', { kind: 'weekly' }, [1, 2, 3, 4, 5]])
    expect(
      rows.map(({ startTime, endTime, endFrom, isLeftOut }) => (isLeftOut ? 'left out' : `${startTime}-${endTime} ${endFrom}`)),
    ).toEqual([
      '08:00-08:20 paste',
      '08:20-09:30 paste',
      '09:30-10:15 known',
      '10:30-11:30 paste',
      'left out',
      '12:15-13:00 paste',
      '13:15-14:00 paste',
    ])
  })

  test('has classes that are known, those that are short for one, and one question', () => {
    const words = wordsIn(week(PICTURE).rows, CLASSES)
    const said = words.map(({ word, meaning }) => [word, meaning && 'classId' in meaning ? meaning.classId : meaning])
    expect(said).toEqual([
      ['Morning Mtg', 'Morning Meeting'],
      ['Reading WS', 'Reading Workshop'],
      ['Writing', 'Writing'],
      ['Lib/Comp', null],
      ['Math', 'Math'],
      ['Science', 'Science'],
      ['Soc St', 'Social Studies'],
      ['Music', 'Music'],
      ['PE', 'P.E.'],
    ])
    expect(words.find(({ word }) => word === 'Lib/Comp')).toMatchObject({ lessons: 1, choices: ['Library'] })
  })

  test('becomes a grid in which an unanswered word leaves its cell empty', () => {
    const pasted = week(PICTURE)
    const meanings = new Map(wordsIn(pasted.rows, CLASSES).map(({ word, meaning }) => [comparedName(word), meaning]))
    expect(lessonsIn(pasted, meanings)).toBe(29)
    const grid = withPastedWeek({ rows: [], fixed: [], classes: [] }, CLASSES, pasted, meanings, () => 'new')
    expect(grid.rows).toHaveLength(6)
    expect(grid.rows[2]?.cells.slice(0, 5)).toEqual(['Writing', 'Writing', null, 'Writing', 'Writing'])
    const answered = new Map([...meanings, [comparedName('Lib/Comp'), { kind: 'new' as const, name: 'Lib/Comp' }]])
    expect(lessonsIn(pasted, answered)).toBe(30)
  })

  test('can have its days down', () => {
    const down = 'Day\t8:00-8:45\t8:45-9:30\nMon\tMath\tArt\nTue\tMath\tPE\nWed\tArt\tMath'
    const { direction, days, rows } = week(down)
    expect([direction, days.map(({ day }) => day)]).toEqual(['down', [1, 2, 3]])
    expect(rows.map(({ startTime, words }) => [startTime, ...words])).toEqual([
      ['08:00', 'Math', 'Math', 'Art'],
      ['08:45', 'Art', 'PE', 'Math'],
    ])
  })

  test('can be a cycle, or two weeks', () => {
    expect(week('\tDay 1\tDay 2\tDay 3\n8-9\tMath\tArt\tPE').rhythm).toEqual({ kind: 'cycle', days: 3, onDayOff: 'wait' })
    expect(week('\tA Day\tB Day\n8-9\tMath\tArt').rhythm).toEqual({ kind: 'cycle', days: 2, onDayOff: 'wait' })
    expect(week('\t1\t2\t3\t4\n8-9\tMath\tArt\tPE\tMath').rhythm).toMatchObject({ kind: 'cycle', days: 4 })
    const two = week('\tMon A\tTue A\tMon B\tTue B\n8-9\tMath\tArt\tPE\tMath')
    expect([two.rhythm, two.days.map(({ day }) => day)]).toEqual([{ kind: 'ab' }, [1, 2, 6, 7]])
    expect(week('\tM\tT\tW\tTh\tF\tM\tT\tW\tTh\tF\n8-9\ta\tb').days.map(({ day }) => day)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('can have the start and the end in cells of their own, and no headings', () => {
    const { rows, rhythm, days } = week('8:00\t8:45\tMath\tArt\n12:30\t1:15\tArt\tMath')
    expect(rhythm).toBeNull()
    expect(days.map(({ day }) => day)).toEqual([1, 2])
    expect(rows.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      ['08:00', '08:45'],
      ['12:30', '13:15'],
    ])
  })

  test('can have periods instead of times', () => {
    const periods = '\tMon\tTue\nPeriod 1\tMath\tArt\nLunch\tLunch\tLunch\nPeriod 2\tArt\tMath\nPeriod 3\tPE\tPE'
    const known = [
      { startTime: '08:10', endTime: '08:50' },
      { startTime: '12:30', endTime: '13:10' },
    ]
    expect(week(periods, known).rows.map(({ startTime, endTime, isLeftOut }) => (isLeftOut ? null : `${startTime}-${endTime}`))).toEqual([
      '08:10-08:50',
      null,
      '12:30-13:10',
      '13:10-13:55',
    ])
  })

  test('of a teacher without classes makes a class of each word, and reads short forms of them', () => {
    const words = wordsIn(week('\tMon\tTue\n8-9\tReading WS\tReading Workshop\n9-10\tMath\tLUNCH').rows, [])
    expect(words.map(({ meaning }) => meaning)).toEqual([
      { kind: 'new', name: 'Reading Workshop' },
      { kind: 'new', name: 'Reading Workshop' },
      { kind: 'new', name: 'Math' },
      { kind: 'none' },
    ])
  })
})

test('a word that could be short for two classes is a question', () => {
  const [word] = wordsIn([{ words: ['SS'] }], [aClass('Social Studies'), aClass('Story Stations')])
  expect(word).toMatchObject({ meaning: null, choices: ['Social Studies', 'Story Stations'] })
})

test('short forms leave out the ends of words, or their vowels', () => {
  expect(isShortFor('Soc St', 'Social Studies')).toBe(true)
  expect(isShortFor('Wkshp', 'Workshop')).toBe(true)
  expect(isShortFor('Sci', 'Science')).toBe(true)
  expect(isShortFor('Art', 'Math')).toBe(false)
  expect(isShortFor('Mate', 'Math')).toBe(false)
  expect(isShortFor('', 'Math')).toBe(false)
})
