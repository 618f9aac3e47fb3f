import { describe, expect, test } from 'vitest'
import { MAX } from '#shared/limits.ts'
import { costOf } from '#test/cpu.ts'
import { type Gap, gapsIn, previewLines, usualDay, withGapFilled, withLonger } from './usual-day.ts'

/** Returns the lessons parsed from a typed day, formatted like `08:20-09:05 Math`. */
const read = (text: string, duration = 45) =>
  usualDay(text, duration).lessons.map(({ startTime, endTime, title }) => `${startTime}-${endTime} ${title}`)
const withLunch = (text: string, gap: Gap) => withGapFilled(text, gap, 'Lunch')
const wrong = (text: string) => usualDay(text, 45).problems.map(({ line, message }) => `${line}: ${message}`)

describe('a typed usual day', () => {
  test('each lesson ends when the next one starts, and the last one has the default length', () => {
    expect(read('8:00 Morning Meeting\n8:20 Reading Workshop\n9:30 Writing', 30)).toEqual([
      '08:00-08:20 Morning Meeting',
      '08:20-09:30 Reading Workshop',
      '09:30-10:00 Writing',
    ])
  })

  test.each([
    ['8:20 Reading', '08:20-09:05 Reading'],
    ['8:20 AM Reading', '08:20-09:05 Reading'],
    ['8 Reading', '08:00-08:45 Reading'],
    ['8am Reading', '08:00-08:45 Reading'],
    ['8.20 Reading', '08:20-09:05 Reading'],
    ['08:20 Reading', '08:20-09:05 Reading'],
    ['13:15 Science', '13:15-14:00 Science'],
    ['1:15 pm Science', '13:15-14:00 Science'],
    ['1:15 p.m. Science', '13:15-14:00 Science'],
    ['1:15pm: Science', '13:15-14:00 Science'],
    ['12:15 Lunch', '12:15-13:00 Lunch'],
    ['12 pm Lunch', '12:00-12:45 Lunch'],
    ['12:30 am Owls', '00:30-01:15 Owls'],
    ['  - 8:20 - Reading - part 2  ', '08:20-09:05 Reading - part 2'],
    ['• 8:20, Reading', '08:20-09:05 Reading'],
    ['8:20\tReading', '08:20-09:05 Reading'],
    ['8:20 amazing facts', '08:20-09:05 amazing facts'],
    ['8:20 5th grade math', '08:20-09:05 5th grade math'],
    ['8:20 - 5th grade math', '08:20-09:05 5th grade math'],
  ])('%j is %j', (typed, lesson) => {
    expect(read(typed)).toEqual([lesson])
    expect(wrong(typed)).toEqual([])
  })

  test.each([
    ['8:20-9:05 Math', '08:20-09:05 Math'],
    ['8:20 – 9:05 Math', '08:20-09:05 Math'],
    ['8:20 to 9:05 Math', '08:20-09:05 Math'],
    ['8:20 AM - 9:05 AM Math', '08:20-09:05 Math'],
    ['11-1 pm Lab', '11:00-13:00 Lab'],
    ['11:30-12:15 Lunch', '11:30-12:15 Lunch'],
    ['12:30-1:15 Art', '12:30-13:15 Art'],
    ['1:15-2 pm Art', '13:15-14:00 Art'],
    ['13:15-14:00 Art', '13:15-14:00 Art'],
  ])('%j has its own end: %j', (typed, lesson) => {
    expect(read(typed)).toEqual([lesson])
  })

  test.each([
    ['8-8:20 Morning Meeting', '08:00-08:20 Morning Meeting'],
    ['8.20-9.05 Math', '08:20-09:05 Math'],
    ['820-905 Math', '08:20-09:05 Math'],
    ['0820 Math', '08:20-09:05 Math'],
    ['8:20a-9:05a Math', '08:20-09:05 Math'],
    ['1p Art', '13:00-13:45 Art'],
    ['from 8:20 until 9:05 Math', '08:20-09:05 Math'],
    ['8:20—9:05 | Math', '08:20-09:05 Math'],
    ['[8:20] Math', '08:20-09:05 Math'],
    ['8:20) Math', '08:20-09:05 Math'],
    ['☐ 8:20 Math', '08:20-09:05 Math'],
    ['1. 8:20 Math', '08:20-09:05 Math'],
    ['2) Math 8:20-9:05', '08:20-09:05 Math'],
    ['\t8:20\t9:05 ', '08:20-09:05 9:05'],
    ['12 noon Lunch', '12:00-12:45 Lunch'],
    ['Noon Lunch', '12:00-12:45 Lunch'],
    ['11:15-12 noon Lunch', '11:15-12:00 Lunch'],
    ['11:15 to noon Lunch', '11:15-12:00 Lunch'],
    ['12:15 Recess', '12:15-13:00 Recess'],
    ['Lunch 11:30-12', '11:30-12:00 Lunch'],
    ['Lunch noon-12:30', '12:00-12:30 Lunch'],
    ['Lunch (11:30-12:15)', '11:30-12:15 Lunch'],
    ['Lunch: 11:30–12:15', '11:30-12:15 Lunch'],
    ['Recess at 10:15', '10:15-11:00 Recess'],
    ['Recess 1:15pm', '13:15-14:00 Recess'],
    ['5th grade math 8:20-9:05', '08:20-09:05 5th grade math'],
    ['8:20 Math - 60 min', '08:20-09:20 Math'],
    ['8:20 Math (45 minutes)', '08:20-09:05 Math'],
    ['8:20 Math, 1 hr 15 min', '08:20-09:35 Math'],
    ['8:20 Math 1.5 hours', '08:20-09:50 Math'],
    ['8:20-9:00 Reading 20 minutes', '08:20-09:00 Reading 20 minutes'],
    ['8:20 Unit 5', '08:20-09:05 Unit 5'],
    ['8:20 Noon duty', '08:20-09:05 Noon duty'],
  ])('%j, as teachers also write it, is %j', (typed, lesson) => {
    expect(read(typed)).toEqual([lesson])
    expect(wrong(typed)).toEqual([])
  })

  test.each(['Unit 5', 'Room 12', 'Math groups 3', '5th grade', '60 min Math', 'PE 60 sec'])('%j says no time', (typed) => {
    expect(wrong(typed)).toEqual(['1: Start with a time, like 8:20 Math.'])
  })

  test('a line with only a length follows the line before it', () => {
    expect(read('8:00-8:20 Meeting\nMath - 60 min\n30 min Art')).toEqual(['08:00-08:20 Meeting', '08:20-09:20 Math', '09:20-09:50 Art'])
    expect(read('8:00 Meeting\nMath - 60 min')).toEqual(['08:00-08:45 Meeting', '08:45-09:45 Math'])
    expect(wrong('Math - 60 min')).toEqual(['1: Start with a time, like 8:20 Math.'])
    expect(read('22:00 Stars\nMoon 2 hours')).toEqual(['22:00-22:45 Stars', '22:45-23:59 Moon'])
    expect(wrong('22:00 Stars\nMoon 2 hours\nSun 1 hour')).toEqual(['3: This lesson starts too late in the day.'])
  })

  test('a day in 24-hour format, with tabs and bullets, is read as it is', () => {
    expect(read('• 08:00\tMeeting\n• 09:30\tMath\n- 11:30\tLunch\n* 12:15\tRecess\n* 13:00\tScience\n* 14:15-15:00\tArt')).toEqual([
      '08:00-09:30 Meeting',
      '09:30-10:30 Math',
      '11:30-12:15 Lunch',
      '12:15-13:00 Recess',
      '13:00-14:15 Science',
      '14:15-15:00 Art',
    ])
  })

  test('after the morning, small hours are in the afternoon, since lessons are never at 2 AM', () => {
    expect(read('8:00 Math\n11:30 Lunch\n12:15 Science\n1:15 Art\n2 Music')).toEqual([
      '08:00-09:00 Math',
      '11:30-12:15 Lunch',
      '12:15-13:15 Science',
      '13:15-14:00 Art',
      '14:00-14:45 Music',
    ])
    expect(read('7:30 Bus duty\n3:30 Choir\n7:00 Parents')).toEqual(['07:30-08:30 Bus duty', '15:30-16:30 Choir', '19:00-19:45 Parents'])
  })

  test('lines may be in any order, and two lessons may start together', () => {
    expect(read('1:15 pm Science\n8:00 am Reading\n8:00 am Pull-out group')).toEqual([
      '08:00-09:00 Reading',
      '08:00-09:00 Pull-out group',
      '13:15-14:00 Science',
    ])
  })

  test('a lesson before lunch does not last through it, and a long one of up to 90 minutes does not become shorter', () => {
    expect(read('8:00 Reading\n9:30 Writing\n10:30 Math\n12:15 Science\n1:15 Music')).toEqual([
      '08:00-09:30 Reading',
      '09:30-10:30 Writing',
      '10:30-11:30 Math',
      '12:15-13:15 Science',
      '13:15-14:00 Music',
    ])
  })

  test('lunch, recess and prep are known, in any words, and last an hour at most', () => {
    const titles = [
      ...['Lunch', 'RECESS', 'Prep', 'Planning period', 'Lunch & recess', 'Morning Recess', 'Snack time', 'Lunch duty', 'Plan', 'Specials'],
      ...[
        'Arrival',
        'Dismissal',
        'Pack up & dismissal',
        'Bus duty',
        'Lunch A',
        'Recess 2',
        'Lunch/Recess',
        'My planning time',
        'Duty-free lunch',
      ],
    ]
    for (const title of titles) expect(usualDay(`8:00 ${title}`, 45).lessons[0]?.isBreak, title).toBe(true)
    for (const title of [
      'Math',
      'Break dance',
      'Test prep',
      'Lunch club with Ana',
      'Planning a garden',
      'Special education',
      'Morning',
      'Free',
    ])
      expect(usualDay(`8:00 ${title}`, 45).lessons[0]?.isBreak, title).toBe(false)
    expect(read('11:30 Lunch\n12:45 Science')).toEqual(['11:30-12:30 Lunch', '12:45-13:30 Science'])
  })

  test('a title may come before its times', () => {
    expect(read('8:00 Math\nLunch 11:30-12:15\nArt 1:15 pm to 2 pm')).toEqual(['08:00-09:00 Math', '11:30-12:15 Lunch', '13:15-14:00 Art'])
  })

  test('a gap of half an hour or more is offered back, as lunch or to the lesson before it', () => {
    const text = '8:00 Reading\n10:30 Math\n12:15 Science\n1:30-2:00 Music\n2:20 Art'
    const gaps = gapsIn(usualDay(text, 45).lessons)
    expect(gaps.map(({ startTime, endTime, lesson }) => [startTime, endTime, lesson.title])).toEqual([
      ['09:00', '10:30', 'Reading'],
      ['11:30', '12:15', 'Math'],
    ])
    const [, lunch] = gaps
    if (!lunch) throw new Error('There is no gap at noon')
    expect(read(withLunch(text, lunch))).toContain('11:30-12:15 Lunch')
    expect(read(withLonger(text, lunch))).toContain('10:30-12:15 Math')
    expect(gapsIn(usualDay(withLunch(text, lunch), 45).lessons)).toHaveLength(1)
  })

  test('a gap in the afternoon is read back as it was offered', () => {
    const text = '12:30 Science\n2:15 pm Music'
    const [gap] = gapsIn(usualDay(text, 45).lessons)
    if (!gap) throw new Error('There is no gap')
    expect(read(withLonger(text, gap))[0]).toBe('12:30-14:15 Science')
    expect(read(withLunch(text, gap))[1]).toBe('13:30-14:15 Lunch')
  })

  test('each typed line has its place in the preview, whether it was understood or not', () => {
    const day = usualDay('Monday\n9:00 Math\nrecess\n8:00 am Reading\n8:75 Art\nThe end', 45)
    expect(previewLines(day).map(({ line }) => line)).toEqual([1, 4, 5, 6, 2, 3])
  })

  test('blank lines are ignored', () => {
    expect(usualDay(' \n\n8:00 Math\n\r\n', 45)).toMatchObject({ lessons: [{ title: 'Math' }], problems: [] })
  })

  test('a late lesson ends at the end of the day', () => {
    expect(read('23:30 Stars', 90)).toEqual(['23:30-23:59 Stars'])
  })

  test.each([
    ['Math', '1: Start with a time, like 8:20 Math.'],
    ['8:00 Math\nrecess', '2: Start with a time, like 8:20 Math.'],
    ['8:20', '1: Add a title after 8:20.'],
    ['8:20 -', '1: Add a title after 8:20.'],
    ['8:75 Math', '1: 8:75 isn’t a valid time.'],
    ['25:00 Math', '1: 25:00 isn’t a valid time.'],
    ['13:15 pm Math', '1: 13:15 pm isn’t a valid time.'],
    ['9:05-8:20 Math', '1: This lesson ends before it starts.'],
    ['9:05-8:20 am Math', '1: This lesson ends before it starts.'],
    ['8:20-8:20 Math', '1: This lesson ends before it starts.'],
    ['23:59 Stars', '1: This lesson starts too late in the day.'],
    [`8:20 ${'x'.repeat(201)}`, '1: Titles can be up to 200 characters.'],
  ])('%j is refused with %j', (typed, problem) => {
    expect(wrong(typed)).toEqual([problem])
  })

  test('a full day is reported once', () => {
    const line = (_: unknown, at: number) => `${8 + Math.floor(at / 10)}:${10 + (at % 10)} Lesson ${at}`
    const { lessons, problems } = usualDay(Array.from({ length: MAX.blocksOfDay + 40 }, line).join('\n'), 45)
    expect(lessons).toHaveLength(MAX.blocksOfDay)
    expect(problems).toEqual([
      { line: MAX.blocksOfDay + 1, message: `A day can hold up to ${MAX.blocksOfDay} lessons. Remove a few lines.` },
    ])
  })

  test('more than a day can hold is said once, however much was pasted', () => {
    const many = `A day can hold up to ${MAX.blocksOfDay} lessons. Remove a few lines.`
    expect(wrong('What is this?\n'.repeat(1000))).toHaveLength(61)
    expect(wrong('What is this?\n'.repeat(1000)).at(-1)).toBe(`61: ${many}`)
    expect(wrong(`8:20 ${'x'.repeat(10_000)}`)).toEqual(['1: Titles can be up to 200 characters.'])
    const TOO_LONG = '1: This is too long for a day. Remove some of it.'
    expect(wrong('x'.repeat(1_000_000))).toEqual(['1: Start with a time, like 8:20 Math.', TOO_LONG])
  })

  test('any pasted text is parsed quickly', () => {
    for (const text of [
      ' '.repeat(200_000),
      '8:20'.repeat(50_000),
      '8 '.repeat(100_000),
      `8:20 ${'- '.repeat(100_000)}`,
      '1:'.repeat(100_000),
      'a 1:00-'.repeat(50_000),
      `${'a 8:20-9:05 '.repeat(40)}x\n`.repeat(60),
      `${'1 hr '.repeat(99)}x\n`.repeat(60),
    ])
      expect(
        costOf(() => usualDay(text, 45)),
        text.slice(0, 8),
      ).toBeLessThan(1000)
  })
})
