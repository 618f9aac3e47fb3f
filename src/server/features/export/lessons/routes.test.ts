// @module-tag engine
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import ICAL from 'ical.js'
import mammoth from 'mammoth'
import { beforeEach, describe, expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { openSchool } from '#server/features/admin/actions.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { app, call, clock, db } from '#test/app.ts'
import { textsOf } from '#test/golden-pages.ts'

let ann: Awaited<ReturnType<typeof aTeacher>>
let math: string
beforeEach(async () => {
  ann = await aTeacher(db, { displayName: 'Ann Lee', now: clock() })
  math = (await aClass(db, { owner: ann.userId, name: 'Math' })).id
})

const get = (query: Record<string, string>, token = ann.token) =>
  app.inject({
    url: `/api/exports?${new URLSearchParams({ from: '2026-11-16', to: '2026-11-27', ...query })}`,
    headers: { authorization: `Bearer ${token}` },
  })
/** Returns the file that a teacher gets. */
const fileOf = async (format: string, more: Record<string, string> = {}) => {
  const reply = await get({ format, ...more })
  expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, expect.anything()])
  return reply
}
const rowsOf = async (more: Record<string, string> = {}): Promise<Record<string, string>[]> =>
  parse((await fileOf('csv', more)).body, { columns: true, bom: true })

const PLAN = `<h2>Goals</h2><p>Compare <strong>halves</strong> &amp; <em>thirds</em>, see <a href="https://example.com/a">the sheet</a></p><ul><li><p>Fold</p></li><li><p>Cut</p><ol start="3"><li><p>Glue</p></li></ol></li></ul><table><tbody><tr><th>Group</th><td>Room</td></tr></tbody></table>`

const plan = async () => {
  await aDay(db, {
    owner: ann.userId,
    date: '2026-11-18',
    hasNote: true,
    noteText: 'Picture day\nSmile',
    blocks: [
      aBlock({
        id: 'b',
        title: 'Reading',
        startTime: '09:30',
        endTime: '10:15',
        description: '',
        hasAlert: true,
        alertMessage: 'Blue tray',
      }),
      aBlock({ id: 'a', title: 'Math', startTime: '08:00', endTime: '08:45', classId: math, description: PLAN }),
    ],
  })
  await aDay(db, {
    owner: ann.userId,
    date: '2026-11-26',
    isBlocked: true,
    blockedText: 'Thanksgiving',
    blocks: [aBlock({ title: 'Hidden' })],
  })
}

describe('a teacher who takes their lessons along', () => {
  beforeEach(plan)

  test('gets each kind of file under a name that says what is in it', async () => {
    const types: Record<string, string> = {
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      pdf: 'application/pdf',
      csv: 'text/csv; charset=utf-8',
      md: 'text/markdown; charset=utf-8',
      ics: 'text/calendar; charset=utf-8',
    }
    for (const [format, type] of Object.entries(types)) {
      const { headers } = await fileOf(format)
      expect([headers['content-type'], headers['content-disposition']]).toEqual([
        type,
        `attachment; filename="lessons-2026-11-16-to-2026-11-27.${format}"`,
      ])
    }
    const { headers } = await fileOf('csv', { classId: math, from: '2026-11-18', to: '2026-11-18' })
    expect(headers['content-disposition']).toBe('attachment; filename="math-2026-11-18.csv"')
  })

  test('finds every lesson, day off and note in the spreadsheet, and no lesson of a day off', async () => {
    const row = { Date: '', Start: '', End: '', Title: '', Class: '', Plan: '', 'Day off': '', Note: '' }
    expect(await rowsOf()).toEqual([
      { ...row, Date: '2026-11-18', Note: 'Picture day\nSmile' },
      {
        ...row,
        ...{ Date: '2026-11-18', Start: '08:00', End: '08:45', Title: 'Math', Class: 'Math' },
        Plan: 'Goals\nCompare halves & thirds, see the sheet\n• Fold\n• Cut\n3. Glue\nGroup\nRoom',
      },
      { ...row, Date: '2026-11-18', Start: '09:30', End: '10:15', Title: 'Reading' },
      { ...row, Date: '2026-11-26', 'Day off': 'Thanksgiving' },
    ])
  })

  test('of one class, gets its lessons and the days off', async () => {
    expect((await rowsOf({ classId: math })).map(({ Date: date, Title: title, 'Day off': off }) => [date, title, off])).toEqual([
      ['2026-11-18', 'Math', ''],
      ['2026-11-26', '', 'Thanksgiving'],
    ])
    const bob = await aTeacher(db, { now: clock() })
    expect((await get({ format: 'csv', classId: math }, bob.token)).statusCode).toBe(404)
  })

  test('gets Word headings for weeks and days, and a table with a repeated header for each day', async () => {
    const bytes = new Uint8Array((await fileOf('docx')).rawPayload)
    const files = unzipSync(bytes)
    const document = strFromU8(files['word/document.xml'] ?? new Uint8Array())
    expect([...document.matchAll(/<w:pStyle w:val="(\w+)"/g)].map(([, style]) => style)).toEqual([
      'Title',
      'Subtitle',
      'Heading1',
      'Heading2',
      'ListParagraph',
      'ListParagraph',
      'ListParagraph',
      'Heading1',
      'Heading2',
    ])
    expect([...document.matchAll(/<w:tblHeader\/>/g)]).toHaveLength(1)
    expect(document).toContain('<w:pgSz w:w="12240" w:h="15840"')
    expect(document).not.toMatch(/w:rFonts|w:sz /)
    const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"]
    const { value, messages } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, { styleMap })
    expect(messages).toEqual([])
    expect(value).toMatchInlineSnapshot(
      `"<h1>Lessons</h1><p>Ann Lee · November 16 – November 27, 2026</p><h1>Week of November 16, 2026</h1><h2>Wednesday, November 18, 2026</h2><p><strong>Note: </strong>Picture day<br />Smile</p><table><thead><tr><th><p><strong>Time</strong></p></th><th><p><strong>Lesson</strong></p></th><th><p><strong>Plan</strong></p></th></tr></thead><tbody><tr><td><p>8:00 – 8:45 AM</p></td><td><p><strong>Math</strong></p></td><td><p><strong>Goals</strong></p><p>Compare <strong>halves</strong> &amp; <em>thirds</em>, see <a href="https://example.com/a">the sheet</a></p><ul><li>Fold</li><li>Cut<ol><li>Glue</li></ol></li></ul><table><tr><td><p>Group</p></td><td><p>Room</p></td></tr></table></td></tr><tr><td><p>9:30 – 10:15 AM</p></td><td><p><strong>Reading</strong></p></td><td></td></tr></tbody></table><h1>Week of November 23, 2026</h1><h2>Thursday, November 26, 2026</h2><p><strong>No school: </strong>Thanksgiving</p>"`,
    )
  })

  test('gets Markdown with a heading for each day and lesson', async () => {
    expect((await fileOf('md')).body).toMatchInlineSnapshot(`
      "# Lessons

      Ann Lee · November 16 – November 27, 2026

      ## Wednesday, November 18, 2026

      **Note:** Picture day\\
      Smile

      ### 8:00 – 8:45 AM Math

      #### Goals

      Compare **halves** \\& *thirds*, see [the sheet](<https://example.com/a>)

      - Fold
      - Cut

        3. Glue

      | Group | Room |
      | --- | --- |

      ### 9:30 – 10:15 AM Reading

      ## Thursday, November 26, 2026

      **No school:** Thanksgiving
      "
    `)
  })

  test('gets a calendar file that other programs read', async () => {
    const calendar = new ICAL.Component(ICAL.parse((await fileOf('ics')).body))
    const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
    expect(events.map(({ summary, startDate, description }) => [summary, startDate.toString(), description])).toEqual([
      ['Picture day', '2026-11-18', 'Picture day\nSmile'],
      ['Math', '2026-11-18T08:00:00', 'Goals\nCompare halves & thirds, see the sheet\n• Fold\n• Cut\n3. Glue\nGroup\nRoom'],
      ['Reading', '2026-11-18T09:30:00', null],
      ['Thanksgiving', '2026-11-26', null],
    ])
  })

  test('finds no alerts and no student notes in any of the files', async () => {
    await call('PATCH', '/api/user', { token: ann.token, body: { studentNotes: '<p>Ana sits in front</p>' } })
    for (const format of ['csv', 'md', 'ics']) expect((await fileOf(format)).body).not.toMatch(/Blue tray|Ana sits/)
    const files = unzipSync(new Uint8Array((await fileOf('docx')).rawPayload))
    expect(strFromU8(files['word/document.xml'] ?? new Uint8Array())).not.toMatch(/Blue tray|Ana sits/)
  })

  test('finds the school’s days off and notes as well', async () => {
    const schoolId = await openSchool(db, { name: 'Hill School', timezone: 'UTC', email: ann.email }, clock())
    const body = { date: '2026-11-26', schoolId, isBlocked: true, blockedText: 'Fall break', hasNote: true, noteText: 'Gym closed' }
    expect((await call('POST', '/api/calendar', { token: ann.token, body })).status).toBe(201)
    expect((await rowsOf({ from: '2026-11-26' })).map(({ 'Day off': off, Note: note }) => [off, note])).toEqual([
      ['Fall break', ''],
      ['Thanksgiving', ''],
      ['', 'Gym closed'],
    ])
  })
})

test('a PDF has a page for each week', async () => {
  await plan()
  const [first = '', second = '', ...others] = await textsOf(new Uint8Array((await fileOf('pdf')).rawPayload))
  expect(first).toMatch(/^Week of November 16, 2026[\s\S]*Picture day[\s\S]*8:00 AM – 8:45 AM[\s\S]*Compare halves & thirds/)
  expect(second).toMatch(/Week of November 23[\s\S]*Non-instructional Day[\s\S]*Thanksgiving/)
  expect(others).toEqual([])
})

test('dates without lessons are refused before there is a link, and a day off is something to take', async () => {
  for (const headers of [{}, { prefer: 'link' }]) {
    const reply = await app.inject({
      url: `/api/exports?${new URLSearchParams({ from: '2026-11-16', to: '2026-11-27', format: 'pdf' })}`,
      headers: { authorization: `Bearer ${ann.token}`, ...headers },
    })
    expect([reply.statusCode, reply.json().message]).toEqual([422, 'There are no lessons in these dates.'])
  }
  await aDay(db, { owner: ann.userId, date: '2026-11-26', isBlocked: true, blockedText: 'Thanksgiving' })
  expect((await fileOf('csv')).body).toContain('Thanksgiving')
})

test('a teacher without a name keeps their email address to themselves', async () => {
  ann = await aTeacher(db, { now: clock() })
  await plan()
  for (const format of ['csv', 'md', 'ics']) expect((await fileOf(format)).body).not.toContain(ann.email)
  const files = unzipSync(new Uint8Array((await fileOf('docx')).rawPayload))
  expect(strFromU8(files['word/document.xml'] ?? new Uint8Array())).not.toContain(ann.email)
  expect((await textsOf(new Uint8Array((await fileOf('pdf')).rawPayload))).join()).not.toContain(ann.email)
})

test('a formula in a title is text in every spreadsheet', async () => {
  await aDay(db, {
    owner: ann.userId,
    date: '2026-11-18',
    blocks: [aBlock({ title: '=HYPERLINK("http://evil.example")', description: '<p>-1+1</p>' })],
  })
  expect((await rowsOf()).map(({ Title: title, Plan: text }) => [title, text])).toEqual([[`'=HYPERLINK("http://evil.example")`, `'-1+1`]])
})

test('a link to a file keeps the choices', async () => {
  await plan()
  const query = new URLSearchParams({ from: '2026-11-16', to: '2026-11-27', format: 'csv', classId: math })
  const link = await app.inject({ url: `/api/exports?${query}`, headers: { authorization: `Bearer ${ann.token}`, prefer: 'link' } })
  const file = await app.inject(link.json().address)
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([200, 'attachment; filename="math-2026-11-16-to-2026-11-27.csv"'])
})

test('a range that is too long or backwards, and a class of nobody, are refused before there is a link', async () => {
  const refused = async (query: Record<string, string>) => {
    const url = `/api/exports?${new URLSearchParams({ format: 'csv', from: '2026-11-16', to: '2026-11-27', ...query })}`
    const { statusCode, body } = await app.inject({ url, headers: { authorization: `Bearer ${ann.token}`, prefer: 'link' } })
    return [statusCode, JSON.parse(body).message]
  }
  expect(await refused({ to: '2027-12-31' })).toEqual([422, 'Choose at most 400 days'])
  expect(await refused({ to: '2026-11-15' })).toEqual([422, 'End date can’t be before start date'])
  expect(await refused({ from: 'soon' })).toEqual([400, 'Invalid ISO date'])
  expect(await refused({ classId: '7b1d8f1e-7e0a-4c54-9f5b-1d2c3a4b5c6d' })).toEqual([404, expect.anything()])
})

test('more than a document can hold is refused with a way out', async () => {
  const blocks = Array.from({ length: 13 }, () => aBlock({ description: `<p>${'Fractions and decimals. '.repeat(5_000)}</p>` }))
  for (const date of ['2026-09-01', '2026-09-02', '2026-09-03']) await aDay(db, { owner: ann.userId, date, blocks })
  const query = { from: '2026-09-01', to: '2026-09-30' }
  for (const format of ['docx', 'pdf']) {
    const reply = await get({ ...query, format })
    expect([reply.statusCode, reply.json().message]).toEqual([422, expect.stringContaining('Choose a shorter range')])
  }
  expect((await fileOf('csv', query)).body.length).toBeGreaterThan(4_000_000)
})
