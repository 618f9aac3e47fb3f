// @module-tag engine
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aTeacher } from '#server/features/accounts/samples.ts'
import { aBlock, aDay } from '#server/features/calendar/samples.ts'
import { aClass } from '#server/features/classes/samples.ts'
import { aTimetable } from '#server/features/timetables/samples.ts'
import { timeOf } from '#shared/dates.ts'
import type { ImportEntry } from '#shared/imports/contract.ts'
import { html } from '#shared/markup.ts'
import { textLines } from '#shared/plain-text.ts'
import { app, call, clock, db } from '#test/app.ts'

type Teacher = Awaited<ReturnType<typeof aTeacher>>
const RANGE = { from: '2026-11-16', to: '2026-12-18' }
const FORMATS = ['csv', 'ics', 'docx', 'md'] as const

/** Returns the days of a teacher's planner with all that a file can keep. */
const plannerOf = async ({ token }: Teacher) => {
  const { body } = await call('GET', `/api/calendar?${new URLSearchParams(RANGE)}`, { token })
  type Shown = {
    date: string
    isBlocked: boolean
    blockedText: string | null
    noteText: string | null
    blocks: ReturnType<typeof aBlock>[]
  }
  return body.flatMap(({ date, blockedText, noteText, isBlocked, blocks }: Shown) => {
    const taught = isBlocked ? [] : blocks.filter(({ usual }) => !usual?.isLeftOut)
    const lessons = taught.map(
      ({ startTime, endTime, title, description }) => `${startTime}-${endTime} ${title}: ${textLines(description)}`,
    )
    // A Word document doesn’t keep the empty lines of a note.
    return isBlocked || noteText || lessons.length > 0
      ? [{ date, isBlocked, blockedText, note: noteText?.replace(/\n+/g, '\n'), lessons: lessons.sort() }]
      : []
  })
}

const exported = async ({ token }: Teacher, format: (typeof FORMATS)[number]) => {
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, rawPayload } = await app.inject({ url: `/api/exports?${new URLSearchParams({ ...RANGE, format })}`, headers })
  expect(statusCode).toBe(200)
  return { kind: format === 'md' ? 'text' : format, content: rawPayload.toString(format === 'docx' ? 'base64' : 'utf8') }
}

/** Brings a teacher's exported lessons into an empty planner, and then twice more, into both planners. */
const expectRoundTrip = async (ann: Teacher, format: (typeof FORMATS)[number]) => {
  const bob = await aTeacher(db, { now: clock() })
  const body = await exported(ann, format)
  const { status, body: result } = await call('POST', '/api/imports', { token: bob.token, body })
  expect([status, result.problems]).toEqual([200, []])
  expect(await plannerOf(bob)).toEqual(await plannerOf(ann))
  for (const { token } of [ann, bob]) {
    const { body: again } = await call('POST', '/api/imports', { token, body })
    expect(again.entries.filter(({ outcome }: ImportEntry) => outcome !== 'same')).toEqual([])
    expect(again.dates).toEqual([])
  }
}

const lesson = (start: string, end: string, title: string, description = '') =>
  aBlock({ startTime: start, endTime: end, title, description })

const LINK = '<a href="https://example.com/a_(b)?c=1&amp;d=*">the *sheet*</a>'
const ODD_LESSONS = [
  lesson('07:50', '08:10', 'Morning Meeting'),
  lesson(
    '08:15',
    '09:00',
    'Math: Fractions & decimals',
    `<p>Compare <strong>halves</strong>, see ${LINK}</p><ul><li><p>Fold</p></li></ul>`,
  ),
  lesson('08:15', '09:00', 'Math groups - 60 min', '<p>Math &amp; Art</p><p>item *star*, snake_case, #1, `code`, &lt;b&gt;, C:\\new</p>'),
  lesson('09:05', '09:50', '=SUM(A1), "fractions"; decimals', "<p>=1+1</p><p>@home: bring paper</p><p>'=2+2</p><p>＝1</p><p>+3</p>"),
  lesson('09:50', '10:05', '* _under_ # & , ; \' " = [x](y) \\', '<p>- bullet</p><p>- other</p><p>1. one</p><p># hash</p><p>| a | b |</p>'),
  lesson('10:05', '10:10', 'x', '<p>x</p>'),
  lesson('10:10', '10:15', 'No School', '<p>N/A</p>'),
  lesson('10:15', '10:20', 'Thursday, November 19', '<p>Thursday, November 19, 2026</p><p>Week of November 30</p>'),
  lesson('10:20', '10:25', 'Homework', '<p>Homework</p>'),
  lesson('12:15', '13:00', 'Ecología 🌱 música', '<p>10:30 line up</p><p>1:15 – 2:00 Music</p><p>one<br>two</p>'),
  lesson('13:05', '14:00', '8:00 – 8:45 Science', '<ol><li><p>Predict</p></li><li><p>Measure</p><ul><li><p>cups</p></li></ul></li></ol>'),
  lesson(
    '19:00',
    '19:30',
    'Parents',
    '<p><strong>Thursday, December 3</strong></p><p>Note: bring forms</p><h3>Plan</h3><p>No school: talk</p>',
  ),
  lesson('23:00', '23:59', 'Late', '<table><tbody><tr><td><p>Time</p></td><td><p>Monday</p></td></tr></tbody></table>'),
]

const plan = async ({ userId: owner, token }: Teacher) => {
  const now = clock()
  await aTimetable(db, { owner, firstDay: '2026-11-16', from: '2026-11-16', lastDay: '2026-12-18', now })
  const { id: classId } = await aClass(db, { owner, name: 'Math', now })
  const [first, ...others] = ODD_LESSONS
  const note = { hasNote: true, noteText: 'Picture day\nSmile, it’s *free*' }
  await aDay(db, { owner, date: '2026-11-18', now, ...note, blocks: [{ ...aBlock(first), classId }, ...others] })
  for (const [date, reason] of [
    ['2026-11-23', 'District conferences'],
    ['2026-11-24', 'No'],
    ['2026-11-25', 'School note: *closed*, half day'],
    ['2026-11-26', 'Thanksgiving'],
  ] as const)
    await aDay(db, { owner, date, now, isBlocked: true, blockedText: reason })
  await aDay(db, {
    owner,
    date: '2026-11-27',
    now,
    isBlocked: true,
    blockedText: 'x',
    hasNote: true,
    noteText: 'Labor Day poems\n\n- bring paper',
  })
  const shortened = { date: '2026-12-02', rule: { startTime: '10:00', endTime: '12:30' } }
  expect((await call('POST', '/api/calendar/short-days', { token, body: shortened })).status).toBe(200)
}

test.each(FORMATS)('lessons, days off and notes that leave as .%s come back as they were, and only once', async (format) => {
  const ann = await aTeacher(db, { now: clock() })
  await plan(ann)
  await expectRoundTrip(ann, format)
})

test.each(FORMATS)('whatever lessons say, they come back from .%s as they were', async (format) => {
  const sign = fc.constantFrom(...'*_#&,;\'"=+-@`~<>[]()!|\\/:.$•·–12 aMé'.split(''), '🌱', ' a', 'Note: ', '12:30', '12/3 ')
  const line = fc.string({ unit: sign, minLength: 1, maxLength: 12 }).map((text) => `a${text}`.replace(/\s+/g, ' ').trim())
  const lessons = fc.array(fc.record({ title: line, lines: fc.array(line, { maxLength: 3 }) }), { minLength: 20, maxLength: 40 })
  const property = fc.asyncProperty(lessons, async (found) => {
    const ann = await aTeacher(db, { now: clock() })
    const blocks = found.map(({ title, lines }, at) =>
      lesson(timeOf(480 + 10 * at), timeOf(490 + 10 * at), title, lines.map((text) => html`<p>${text}</p>`.text).join('')),
    )
    await aDay(db, { owner: ann.userId, date: '2026-11-18', now: clock(), blocks })
    await expectRoundTrip(ann, format)
  })
  await fc.assert(property, { numRuns: 3, endOnFailure: true })
})
