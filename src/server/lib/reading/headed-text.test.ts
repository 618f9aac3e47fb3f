import { describe, expect, test } from 'vitest'
import { costInTurns } from '#test/cpu.ts'
import { readHeadedText } from './headed-text.ts'
import type { ReadTask } from './items.ts'

const TASK: ReadTask = {
  ...{ kind: 'text', content: '', allDay: 'guess', timezone: 'America/New_York' },
  ...{ today: '2026-11-18', year: { from: '2026-08-26', to: '2027-06-16' } },
}
const read = (content: string, task: Partial<ReadTask> = {}) => readHeadedText({ ...TASK, content, ...task })

/** Returns what was read, one line each: '2 2026-11-30 08:00-08:20 Morning Meeting | <p>Welcome</p>'. */
const linesOf = async (content: string): Promise<string[]> => {
  const { items, problems } = await read(content)
  return [
    ...items.map(({ line, kind, date, startTime, endTime, title, description }) =>
      [line, date, kind === 'lesson' ? `${startTime ?? ''}-${endTime ?? ''}` : kind, title, description && `| ${description}`]
        .filter(Boolean)
        .join(' '),
    ),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ]
}

describe('text with a heading per day', () => {
  test('lines with a time are lessons, and the lines below are their text', async () => {
    const content = `Ms. Rivera, Grade 3
Monday, November 30
Bring permission slips!
8:00 Morning Meeting: Welcome back
8:20-9:30 Reading Workshop
- Folktales
- Partner read
Homework: p. 4
Math (10:30–11:30)
Decimals. 3-5 groups.

Tuesday
1:15 Music
9:30-8:30 Writing`
    expect(await linesOf(content)).toEqual([
      '3 2026-11-30 note Bring permission slips!',
      '4 2026-11-30 08:00- Morning Meeting | <p>Welcome back</p>',
      '5 2026-11-30 08:20-09:30 Reading Workshop | <ul><li><p>Folktales</p></li><li><p>Partner read</p></li></ul><p>Homework: p. 4</p>',
      '9 2026-11-30 10:30-11:30 Math | <p>Decimals. 3-5 groups.</p>',
      '13 2026-12-01 13:15- Music',
      '14! Ends before it starts: 9:30 to 8:30',
    ])
  })

  test('without times, headings are lessons', async () => {
    const content = `# Week of November 30
## Monday
### Math
**Objective:** add
1. Warm up
2. Practice
### Reading
Chapter 3
## Tuesday
**Science**
Rocks`
    expect(await linesOf(content)).toEqual([
      '3 2026-11-30 - Math | <p><strong>Objective:</strong> add</p><ol><li><p>Warm up</p></li><li><p>Practice</p></li></ol>',
      '7 2026-11-30 - Reading | <p>Chapter 3</p>',
      '10 2026-12-01 - Science | <p>Rocks</p>',
    ])
  })

  test('without headings, lines that start with a subject are lessons', async () => {
    expect(await linesOf('11/30\nMath: fractions p. 45\nShow your work.\nReading – chapter 3\nMaterials: paper')).toEqual([
      '2 2026-11-30 - Math | <p>fractions p. 45</p><p>Show your work.</p>',
      '4 2026-11-30 - Reading | <p>chapter 3</p><p>Materials: paper</p>',
    ])
  })

  test('otherwise the first line and short lines after a gap are lessons', async () => {
    expect(await linesOf('Mon 11/30\nField trip\nBring lunch.\n\nFree play\nIn the gym.')).toEqual([
      '2 2026-11-30 - Field trip | <p>Bring lunch.</p>',
      '5 2026-11-30 - Free play | <p>In the gym.</p>',
    ])
  })

  test('a day can be one line', async () => {
    expect(await linesOf('11/30 Slope\n12/1 Intercepts\n12/2 Quiz')).toEqual([
      '1 2026-11-30 - Slope',
      '2 2026-12-01 - Intercepts',
      '3 2026-12-02 - Quiz',
    ])
    expect(await linesOf('Monday, November 30: Slope and intercepts')).toEqual(['1 2026-11-30 - Slope and intercepts'])
  })

  test.each([
    'Thursday, December 3 · Day 3',
    'Thursday, December 3 • Day 3',
    'Thursday, December 3 / Day 3',
    'Thursday, December 3, 2026 · Day 4',
    'Thursday 12/3 Day 3',
    '12/3 / A Day',
    '## Thursday, December 3 · Day 3',
    '## Thursday, December 3 Day 3',
    '**Thursday, December 3** (A Day)',
    'Day 3: Thursday, December 3',
    'Thursday · Day 3',
    'Thursday Day 3',
  ])('“%s” starts a day', async (heading) => {
    const content = `Wednesday, December 2\n8:00 Math\nAdd\n\n${heading}\n8:00 Science`
    expect((await read(content)).items).toMatchObject([
      { date: '2026-12-02', title: 'Math', description: '<p>Add</p>' },
      { kind: 'lesson', date: '2026-12-03', title: 'Science' },
    ])
    expect((await read(content)).items).toHaveLength(2)
  })

  test.each([
    ['Thursday, December 3 Early Release', 'Early Release'],
    ['Thursday, December 3 – early dismissal at 12:30', 'early dismissal at 12:30'],
    ['## Thursday, December 3 · Day 3 · Half Day', 'Half Day'],
    ['## Thursday, December 3 Half Day', 'Half Day'],
    ['Thursday, December 3, 2026 · 2-hour delay', '2-hour delay'],
    ['Thursday, Dec 3 – Room 665', 'Room 665'],
    ['## Thursday, December 3 in the museum', 'in the museum'],
  ])('“%s” starts a day, with a note', async (heading, note) => {
    expect((await read(`Wednesday, December 2\n8:00 Math\nAdd\n\n${heading}\n8:00 Science`)).items).toMatchObject([
      { date: '2026-12-02', title: 'Math', description: '<p>Add</p>' },
      { kind: 'note', date: '2026-12-03', title: note },
      { kind: 'lesson', date: '2026-12-03', title: 'Science' },
    ])
  })

  test('a heading that starts with a fraction is a lesson', async () => {
    expect((await read('## November 30\n### 3/4 of a pizza\nFold paper')).items).toMatchObject([
      { date: '2026-11-30', title: '3/4 of a pizza', description: '<p>Fold paper</p>' },
    ])
  })

  test('a sentence that starts with a day is text', async () => {
    expect(await linesOf('November 30\n8:00 Math\nDecember 3 is picture day.\nThursday we visit the museum.')).toEqual([
      '2 2026-11-30 08:00- Math | <p>December 3 is picture day.</p><p>Thursday we visit the museum.</p>',
    ])
  })

  test.each([
    'Monday, November 30\nNo School – Veterans Day',
    'Monday, November 30: No School – Veterans Day',
    'Monday, November 30 No School – Veterans Day',
    '## Monday, November 30 (Day 4)\n**No School – Veterans Day**',
  ])('“%s” is a day off', async (content) => {
    expect((await read(content)).items).toMatchObject([{ kind: 'dayOff', date: '2026-11-30', title: 'No School – Veterans Day' }])
  })

  test('a lesson about a holiday isn’t a day off', async () => {
    expect((await read('November 30\n8:00 Veterans Day poems')).items).toMatchObject([{ kind: 'lesson', title: 'Veterans Day poems' }])
  })

  test('a title can follow its times', async () => {
    expect(await linesOf('November 30\n8:00 – 8:45\nMath: fractions')).toEqual(['2 2026-11-30 08:00-08:45 Math | <p>fractions</p>'])
  })

  test('a table under a heading has that day’s lessons', async () => {
    const rows = '| Time | Subject | Plan |\n|---|---|---|\n| 8:00-8:45 | Math | Add |\n| 1:15-2:00 | Music | Sing |'
    expect(await linesOf(`Tuesday, December 1\n${rows}`)).toEqual([
      '4 2026-12-01 08:00-08:45 Math | <p>Add</p>',
      '5 2026-12-01 13:15-14:00 Music | <p>Sing</p>',
    ])
    expect(await linesOf('December 1\n8:00-8:45\tMath\tAdd 2 and 2\n9:00-9:45\tReading\tRead on')).toEqual([
      '2 2026-12-01 08:00-08:45 Math | <p>Add 2 and 2</p>',
      '3 2026-12-01 09:00-09:45 Reading | <p>Read on</p>',
    ])
  })

  test('text without days, and days that can’t be, are named', async () => {
    expect(await linesOf('Math\nReading')).toEqual([
      '0! We can’t find any days with lessons. Put a heading such as “Monday, November 30” over each day.',
    ])
    expect(await linesOf('Friday, November 31\n8:00 Math')).toEqual(['1! November has no 31st: “Friday, November 31”'])
    expect(await linesOf('Monday\n8:00 Math')).toEqual([
      '1! We can’t tell which week this is: “Monday”. Add a heading such as “Week of November 30”',
    ])
    const week = await read('Monday\n8:00 Math\n\nWednesday\n8:00 Art', { weekOf: '2026-12-04' })
    expect(week).toMatchObject({ needsWeek: true, items: [{ date: '2026-11-30' }, { date: '2026-12-02' }] })
  })
})

describe('hostile text', () => {
  test.each([
    ['100,000 lines', '8:00 Math\n'.repeat(100_000)],
    ['headings only', 'Monday, November 30\n'.repeat(19_000)],
    ['lessons only', `November 30\n${'8:00 Math\n'.repeat(19_000)}`],
    ['one line of 5 MB', `November 30\n${'8:00 '.repeat(1_000_000)}`],
    ['a heading of 5 MB', `November 30\n# ${' '.repeat(5_000_000)}${'x'.repeat(301)}`],
    ['stars', `November 30\n${'**a'.repeat(1_600_000)}`],
    ['dashes', `November 30\n8:00 Math ${'- '.repeat(2_400_000)}`],
    ['tabs', `November 30\n${'\t'.repeat(5_000_000)}`],
    ['rows of many cells', `November 30\n${`${'a\t'.repeat(500)}\n`.repeat(4_900)}`],
    ['a table’s rule of 5 MB', `| a |\n${'|--'.repeat(1_600_000)}x`],
    ['bars', `November 30\n|${' |'.repeat(2_400_000)}`],
    ['colons', `November 30\n${'a: '.repeat(1_600_000)}`],
    [
      'stars in our own Markdown',
      `# Lessons\n\nAnn · November 16, 2026\n\n## Monday, November 16, 2026\n${`\n### 8:00 – 8:45 AM Math\n\n${'**a'.repeat(60_000)}\n`.repeat(25)}`,
    ],
  ])('with %s is read or refused within two seconds', async (_, content) => {
    const refused = (error: unknown) => expect(error).toMatchObject({ name: 'Unreadable' })
    expect(await costInTurns(() => read(content).catch(refused))).toBeLessThan(2000)
  })
})
