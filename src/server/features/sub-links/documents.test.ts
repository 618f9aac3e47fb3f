import { describe, expect, test } from 'vitest'
import type { StoredBlock } from '#server/features/calendar/tables.ts'
import { cleanLessonHtml } from '#server/lib/html/lesson-html.ts'
import { Classroom } from '#shared/accounts/contract.ts'
import { USUAL_PARTS } from '#shared/sub-links/rules.ts'
import type { SubPlan } from '#shared/sub-plans/document/rules.ts'
import { goneDocument, type SubPage, subPageDocument } from './documents.ts'

const NO_FILES = { style: '', script: undefined }
const MATH: StoredBlock = {
  id: 'math',
  title: 'Math & <More>',
  startTime: '10:30',
  endTime: '11:30',
  description: cleanLessonHtml('<p><a href="https://files.example/quiz">Quiz 4A.pdf</a></p>'),
  hasAlert: false,
  alertMessage: '',
  order: 0,
}
const plan = (emergency = '', change: Partial<SubPlan> = {}): SubPlan => ({
  teacher: 'Maya Rivera',
  timeFormat: '12',
  timezone: 'America/New_York',
  classroom: Classroom.parse({}),
  notes: {
    emergencyProcedures: cleanLessonHtml(emergency),
    substituteInstructions: cleanLessonHtml(''),
    studentNotes: cleanLessonHtml(''),
  },
  choices: { emergencyProcedures: true, substituteInstructions: true, studentNotes: false, alerts: true, lessons: 'full', message: '' },
  days: [{ date: '2026-11-18', cycleDay: '', entry: undefined, blocks: [MATH] }],
  classes: [],
  ...change,
})
const page = (of: SubPlan, link: Partial<SubPage['link']> = {}): string =>
  subPageDocument(
    {
      plan: of,
      link: {
        id: 'l',
        token: 't',
        reportToken: 'r',
        endsAt: new Date('2026-11-19T04:59:00Z'),
        parts: USUAL_PARTS,
        isChanged: false,
        ...link,
      },
    },
    NO_FILES,
  )
/** Returns the rows of the emergency card. */
const rows = (note: string): string[] =>
  (page(plan(note)).split('<div class="rows">')[1]?.split('\n</div></section>')[0] ?? '')
    .split('<section>')
    .slice(1)
    .map((row) =>
      row
        .replace(/<[^>]*>/g, '|')
        .replace(/\|+/g, '|')
        .replace(/^\||\|?\s*$/g, ''),
    )

describe('the emergency card', () => {
  test('has a row for each heading of the guide, and says what isn’t recorded', () => {
    expect(rows('<h3>Fire</h3><p>East door</p><h2>Way out and meeting place</h2><p>Fence</p><h3>Lockdown</h3><p></p>')).toEqual([
      'Fire|East door',
      'Lockdown|None recorded. Ask the office.',
      'Severe weather|None recorded. Ask the office.',
      'Medical emergency|None recorded. Ask the office.',
      'Exit route and meeting spot|Fence',
      'Where to find the keys, roster, and emergency kit|None recorded. Ask the office.',
    ])
    expect(rows('')).toHaveLength(6)
  })

  test('keeps the teacher’s own words: without headings, with others, and with one inside a table', () => {
    expect(rows('<p>Fire: out the east door.</p>')).toEqual(['First|Fire: out the east door.'])
    expect(rows('<h3>Fire</h3><p>East door</p><h3>Bees</h3><p>Close the windows</p>').at(-1)).toBe('Bees|Close the windows')
    expect(rows('<table><tbody><tr><td><h3>Fire</h3><p>East door</p></td></tr></tbody></table>')).toEqual(['First|Fire|East door'])
  })
})

test('the page can be read on a server without the web app, and no text of a plan becomes markup', () => {
  const html = page(plan())
  expect(html).toContain('Math &amp; &lt;More&gt;')
  expect(html).not.toMatch(/<script|<style/)
})

test('a page without files has their names as plain text, and one without a report has no link to it', () => {
  const parts = { ...USUAL_PARTS, files: false, report: false }
  expect(page(plan())).toContain('href="https://files.example/quiz"')
  expect(page(plan(), { parts })).toContain('<p>Quiz 4A.pdf</p>')
  expect(page(plan())).toMatch(/<html[^>]* data-report="r".*<a [^>]*data-report/s)
  expect(page(plan(), { parts })).not.toMatch(/#report|data-report=/)
})

test('a plan has another hash once it says something else, but not because it changed after it was sent', () => {
  const hashOf = (html: string) => /data-plan="([^"]+)"/.exec(html)?.[1]
  expect(hashOf(page(plan(), { isChanged: true }))).toBe(hashOf(page(plan())))
  expect(hashOf(page(plan('<p>East door</p>')))).not.toBe(hashOf(page(plan())))
})

test('the page of a link that isn’t open names nobody', () => {
  expect(goneDocument(NO_FILES)).toContain('This plan is no longer open')
  expect(goneDocument(NO_FILES)).not.toContain('data-')
})
