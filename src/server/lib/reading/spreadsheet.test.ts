import { describe, expect, test } from 'vitest'
import { MAX } from '#shared/limits.ts'
import { costInTurns } from '#test/cpu.ts'
import type { ReadTask } from './items.ts'
import { readSpreadsheet } from './spreadsheet.ts'

const TASK: ReadTask = {
  ...{ kind: 'csv', content: '', allDay: 'guess', timezone: 'America/New_York' },
  ...{ today: '2026-11-18', year: { from: '2026-08-26', to: '2027-06-16' } },
}
const read = (content: string, task: Partial<ReadTask> = {}) => readSpreadsheet({ ...TASK, content, ...task })

/** Returns what was read, one line each: '2 2026-11-30 08:00-08:20 Morning Meeting | <p>Welcome</p>'. */
const linesOf = async (content: string, task: Partial<ReadTask> = {}): Promise<string[]> => {
  const { items, problems } = await read(content, task)
  return [
    ...items.map(({ line, kind, date, startTime, endTime, title, description }) =>
      [line, date, kind === 'lesson' ? `${startTime ?? ''}-${endTime ?? ''}` : kind, title, description && `| ${description}`]
        .filter(Boolean)
        .join(' '),
    ),
    ...problems.map(({ line, message }) => `${line}! ${message}`),
  ]
}
const rolesOf = async (content: string) => (await read(content)).columns.map(({ role }) => role)

describe('a list of lessons', () => {
  const LIST = `Date,Start,End,Subject,Plan
11/30,8:00,8:20,Morning Meeting,Welcome back
11/30,9:30,10:15,Writing,"Letters: parts
of a letter"
11/31,10:30,11:30,Math,Tenths
12/1,10:30,9:30,Math,Tenths

,1:15,2:00,Music,=1+1
12/2,8:00,8:20,,Share
12/3,,,No School – snow,
`
  test('comes in with its dates, times, titles and texts, and bad lines are named by number', async () => {
    expect(await linesOf(LIST)).toEqual([
      '2 2026-11-30 08:00-08:20 Morning Meeting | <p>Welcome back</p>',
      '3 2026-11-30 09:30-10:15 Writing | <p>Letters: parts</p><p>of a letter</p>',
      '8 2026-12-01 13:15-14:00 Music | <p>=1+1</p>',
      '10 2026-12-03 dayOff No School – snow',
      '5! November has no 31st: “11/31”',
      '6! Ends before it starts: 10:30 to 9:30',
      '9! The lesson doesn’t have a title. Add one, and bring it in again.',
    ])
    expect(await read(LIST)).toMatchObject({ lines: 7, problemCount: 3 })
  })

  test('teachers see what each column was taken for, and can change it', async () => {
    expect(await rolesOf(LIST)).toEqual(['monthFirst', 'startTime', 'endTime', 'title', 'text'])
    const { columns } = await read(LIST)
    expect(columns[4]).toEqual({ header: 'Plan', role: 'text', sample: 'Welcome back' })
    const changed = await read('Date,Subject,Plan\n3/4/2027,Math,Tenths', { columns: ['dayFirst', 'ignore', 'title'] })
    expect(changed.items).toMatchObject([{ date: '2027-04-03', title: 'Tenths', description: '' }])
    expect(changed.columns.map(({ role }) => role)).toEqual(['dayFirst', 'ignore', 'title'])
  })

  test.each([
    ['the year of the dates that have one', 'Date,Subject\n9/22/25,Math\n1/6,Art\n', ['2 2025-09-22 - Math', '3 2026-01-06 - Art']],
    [
      'the year in which the weekdays are right',
      'Date,Subject\nMon 9/22,Math\nTue 1/6,Art\n',
      ['2 2025-09-22 - Math', '3 2026-01-06 - Art'],
    ],
    [
      'weekdays in their own column',
      'Day,Date,Subject\nMonday,9/22,Math\nTuesday,9/23,Art\n',
      ['2 2025-09-22 - Math', '3 2025-09-23 - Art'],
    ],
    [
      'a wrong weekday',
      'Date,Subject\nMon 11/16,Math\nTue 11/17,Art\nMon 11/18,Music\n',
      [
        ...['2 2026-11-16 - Math', '3 2026-11-17 - Art', '4 2026-11-18 - Music'],
        '4! November 18, 2026, is a Wednesday, and the file says Monday',
      ],
    ],
  ])('dates without a year: %s', async (_, content, lines) => {
    expect(await linesOf(content)).toEqual(lines)
  })

  test('several columns of text keep their names', async () => {
    expect(await linesOf('Date,Class,Objective,Homework\n11/30,Math,Add,p. 4\n12/1,Math,,p. 5')).toEqual([
      '2 2026-11-30 - Math | <p><strong>Objective:</strong> Add</p><p><strong>Homework:</strong> p. 4</p>',
      '3 2026-12-01 - Math | <p><strong>Homework:</strong> p. 5</p>',
    ])
  })

  test.each([
    ['semicolons and days first', '\ufeffDatum;Time;Subject\n30.11.2026;8.00-8.45;Mathe\n', '2 2026-11-30 08:00-08:45 Mathe'],
    ['tabs, as pasted from a spreadsheet', 'Date\tTime\tLesson\tMinutes\nMon 11/30\t8:00\tMath\t45\n', '2 2026-11-30 08:00-08:45 Math'],
    ['no header', '11/30/2026,1:15,2:00,Music\n', '1 2026-11-30 13:15-14:00 Music'],
    ['titles above the header', 'Grade 3 plans,,\n,,\nDate,Subject,Plan\n11/30,Math,Add\n', '4 2026-11-30 - Math | <p>Add</p>'],
    ['a class that is only counted', 'Class,Date,Topic,Hours\n1,11/30,Slope,1\n2,12/1,,\n', '2 2026-11-30 - Slope'],
    [
      'a list of modules, with HTML as other planners export it',
      'Date,Module,Readings\n11/30,Slope,"<strong>Course</strong> overview<br /><ul><li>p. 4</li></ul>"\n12/1,,\n',
      '2 2026-11-30 - Slope | <p><strong>Course</strong> overview<br /></p><ul><li>p. 4</li></ul>',
    ],
    [
      'topics of several lines beside short dates and weekdays',
      'draft,num,date,day,topics\n,1,30-Nov,Mon,"* Slope\n* Lines"\n',
      '2 2026-11-30 - Slope | <ul><li><p>Lines</p></li></ul>',
    ],
    ['codes beside words', 'week,date,task,course\n1,11/30,TK_01,Lines and slope\n', '2 2026-11-30 - Lines and slope | <p>TK_01</p>'],
    ['the name of a meeting if there is no topic', 'Name,Date,Topic\nW1 M:,11/30,\n', '2 2026-11-30 - W1 M:'],
    ['a title with tags', 'Date,Title,Plan\n11/30,<b>Slope</b> &amp; lines,Add\n', '2 2026-11-30 - Slope & lines | <p>Add</p>'],
    ['a length in hours', 'Date,Start,Title,Duration,Year\n11/30,9:00,Lab,2,2026\n', '2 2026-11-30 09:00-11:00 Lab'],
    ['a number of a period as the title', 'Date,Period,Plan\n11/30,3,Add\n', '2 2026-11-30 - Period 3 | <p>Add</p>'],
    ['a quote that never closes', 'Date,Subject\n11/30,"Math\n', '2 2026-11-30 - "Math'],
  ])('reads %s', async (_, content, line) => {
    expect(await linesOf(content)).toEqual([line])
  })

  test('a spreadsheet without dates says so, and still shows its columns', async () => {
    expect(await linesOf('Subject,Plan\nMath,Add\nReading,Chapter 3')).toEqual(['0! We can’t find a column with dates.'])
    expect(await rolesOf('Subject,Plan\nMath,Add')).toEqual(['title', 'text'])
  })
})

describe('exports of other programs', () => {
  test('an event of several days without times is on each school day', async () => {
    const rows = 'Subject,Start Date,Start Time,End Date,End Time\nBook fair,11/19/2026,,11/23/2026,\nFall Break,11/25/2026,,11/27/2026,'
    const { items } = await read(rows)
    expect(items.map(({ kind, date, title }) => `${kind} ${date} ${title}`)).toEqual([
      ...['19', '20', '23'].map((day) => `lesson 2026-11-${day} Book fair`),
      ...['25', '26', '27'].map((day) => `dayOff 2026-11-${day} Fall Break`),
    ])
  })

  test('Planbook’s columns', async () => {
    const content = 'className,date,lessonTitle,lessonText,homeworkText,notesText\nAlgebra,11/30/2026,Slope,Warm up,p. 4,\n'
    expect(await linesOf(content)).toEqual([
      '2 2026-11-30 - Algebra | <p><strong>Slope</strong></p><p>Warm up</p><p><strong>Homework text:</strong> p. 4</p>',
    ])
  })

  test('a calendar’s columns, as Google and Outlook write them', async () => {
    const content = `Subject,Start Date,Start Time,End Date,End Time,All day event,Reminder on/off,Description,Location
Labor Day,9/7/2026,,9/7/2026,,True,False,,
Staff meeting,9/8/2026,3:30:00 PM,9/8/2026,4:30:00 PM,False,True,Bring laptops,Library`
    expect(await linesOf(content)).toEqual([
      '2 2026-09-07 dayOff Labor Day',
      '3 2026-09-08 15:30-16:30 Staff meeting | <p>Bring laptops</p>',
    ])
  })
})

describe('a week as a grid', () => {
  test('days across the top and times down the side', async () => {
    const content = `Week of November 30,,,
,Monday,Tuesday,Wednesday
8:00-8:45,"Math
Fractions, p. 45",Reading: chapter 3,NO SCHOOL
1:15-2:00,Music,,
Week of December 7,,,
,Mon 12/7,Tue 12/8,Wed 12/9
8:00-8:45,Math,,Art`
    expect(await linesOf(content)).toEqual([
      '3 2026-12-02 dayOff NO SCHOOL',
      '3 2026-11-30 08:00-08:45 Math | <p>Fractions, p. 45</p>',
      '3 2026-12-01 08:00-08:45 Reading | <p>chapter 3</p>',
      '5 2026-11-30 13:15-14:00 Music',
      '8 2026-12-07 08:00-08:45 Math',
      '8 2026-12-09 08:00-08:45 Art',
    ])
  })

  test('classes down the side, and dates below the weekdays', async () => {
    expect(await linesOf(',Mon,Tue\n,11/30,12/1\nMath,Fractions,Decimals\nReading,Chapter 3,-')).toEqual([
      '3 2026-11-30 - Math | <p>Fractions</p>',
      '3 2026-12-01 - Math | <p>Decimals</p>',
      '4 2026-11-30 - Reading | <p>Chapter 3</p>',
      '4 2026-12-01 - Reading',
    ])
  })

  test('days down the side', async () => {
    expect(await linesOf('Day,Math,Reading\nMon 11/30,Fractions,Chapter 3\nTue 12/1,Decimals,')).toEqual([
      '2 2026-11-30 - Math | <p>Fractions</p>',
      '2 2026-11-30 - Reading | <p>Chapter 3</p>',
      '3 2026-12-01 - Math | <p>Decimals</p>',
    ])
  })

  test('rows that are parts of a plan are one lesson a day', async () => {
    expect(await linesOf('Week of November 30\n,Monday,Tuesday\nObjective,Slope,Intercepts\nHomework,p. 4,')).toEqual([
      '3 2026-11-30 - Lesson | <p><strong>Objective:</strong> Slope</p><p><strong>Homework:</strong> p. 4</p>',
      '3 2026-12-01 - Lesson | <p><strong>Objective:</strong> Intercepts</p>',
    ])
  })

  test('a week without a date asks for one', async () => {
    expect(await linesOf(',Monday,Tuesday\nMath,Fractions,Decimals')).toContain(
      '2! We can’t tell which week this is. Add a heading such as “Week of November 30”',
    )
  })

  test('weekdays without a week are in the one that the teacher chooses', async () => {
    const grid = ',Monday,Tuesday\nMath,Fractions,Decimals'
    const weekOf = '2026-12-02'
    expect(await linesOf(grid, { weekOf })).toEqual(['2 2026-11-30 - Math | <p>Fractions</p>', '2 2026-12-01 - Math | <p>Decimals</p>'])
    expect(await linesOf('Day,Topic,Plan\nMon,Slope,p. 4\nWed,Lines,p. 5', { weekOf })).toEqual([
      '2 2026-11-30 - Slope | <p>p. 4</p>',
      '3 2026-12-02 - Lines | <p>p. 5</p>',
    ])
    expect(await read(grid)).toMatchObject({ needsWeek: true, items: [] })
    expect(await read(grid, { weekOf })).toMatchObject({ needsWeek: true })
    const dated = `Week of January 4\n${grid}`
    expect(await read(dated, { weekOf })).toMatchObject({ needsWeek: false, items: [{ date: '2027-01-04' }, { date: '2027-01-05' }] })
  })
})

describe('a hostile spreadsheet', () => {
  const row = '11/30/2026,8:00,8:45,Math,Fractions on page 45\n'
  test.each([
    ['100,000 lines', row.repeat(100_000)],
    ['5 MB of empty lines', '\n'.repeat(5_000_000)],
    ['millions of cells', 'a,'.repeat(2_500_000)],
    ['lines of many cells', `${'a,'.repeat(500)}\n`.repeat(4_900)],
    ['one quote over 5 MB', `"${'a,\n'.repeat(1_600_000)}`],
    ['quotes everywhere', '"a"b,'.repeat(1_000_000)],
    ['bad lines only', '11/31/2026,8:00,Math\n'.repeat(19_000)],
    ['a title of 5 MB', `Date,Title\n11/30,${'x'.repeat(490_000)}\n`.repeat(10)],
    [
      '40 columns of text in each row',
      `${Array.from({ length: 40 }, (_, place) => `C${place}`)}\n${`11/30,${'two words,'.repeat(39)}\n`.repeat(12_000)}`,
    ],
    ['a month off in every row', `Date,Title\n${'11/30 - 12/30,No School\n'.repeat(19_900)}`],
    ['separators only', ';'.repeat(5_000_000)],
    ['spaces', `${' '.repeat(200_000)}\n`.repeat(25)],
    ['dashes', `11/30,${'- '.repeat(200_000)}\n`.repeat(12)],
  ])('with %s is read or refused within two seconds', async (_, content) => {
    const refused = (error: unknown) => expect(error).toMatchObject({ name: 'Unreadable' })
    expect(await costInTurns(() => read(content).catch(refused))).toBeLessThan(2000)
  })

  test('as many lessons as can come in are read within two seconds', async () => {
    const content = Array.from(
      { length: MAX.importEntries },
      (_, place) => `${2020 + (place % 80)}-03-${(place % 28) + 1},8:00,Math,Fractions ${place}`,
    )
    const cost = await costInTurns(async () => {
      const { items } = await read(`Date,Start,Subject,Plan\n${content.join('\n')}`)
      expect(items).toHaveLength(MAX.importEntries)
    })
    expect(cost).toBeLessThan(2000)
  })
})
