import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#shared/dates.ts'
import type { Span } from '#web/features/calendar/model/marks.ts'
import { storeDraft, storedDrafts } from '#web/lib/drafts.ts'
import { forgetPerson } from '#web/lib/stored-session.ts'
import { keepMark, openMark } from './kept-marks.ts'

const NOW = Date.parse('2026-11-18T10:42:00Z')
const date = '2026-11-18'
const place = { owner: 'maya', calendarId: 'calendar_1', date, kind: 'note' } as const
const blank: Span = { from: date, to: date, everyWeeks: 0, until: '' }
const span: Span = { ...blank, everyWeeks: 1, until: '2026-12-16' }
const open = (given: Partial<Parameters<typeof openMark>[0]> = {}, seen: string | null = null) =>
  openMark({ ...place, ...given }, seen, blank, NOW)
const keep = (text: string, at = NOW) => keepMark(place, { text, span, seen: null, at })

beforeEach(() => forgetPerson('maya'))

test('a teacher who reopens a note finds her unsaved text and days', () => {
  keep('Book fair')
  expect(open()).toEqual({ text: 'Book fair', span, keptAt: NOW, hasMovedOn: false })
  expect(open({}, 'Assembly')).toMatchObject({ text: 'Book fair', hasMovedOn: true })
})

test('another person, calendar, day, or kind starts without it', () => {
  keep('Book fair')
  for (const given of [{ owner: 'theo' }, { calendarId: 'school_1' }, { date: '2026-11-19' }, { kind: 'block-out' as const }])
    expect(open(given)).toMatchObject({ text: '', keptAt: null })
})

test('text that is empty, saved, or older than 30 days is not kept', () => {
  keep(' ')
  expect(storedDrafts('maya').size).toBe(0)
  keep('Book fair')
  expect(open({}, 'Book fair').keptAt).toBeNull()
  keep('Book fair', NOW - 31 * DAY_MS)
  expect(open().keptAt).toBeNull()
})

test('text is kept, even if its days can’t be marked', () => {
  keepMark(place, { text: 'Book fair', span: { ...blank, to: '' }, seen: null, at: NOW })
  expect(open()).toEqual({ text: 'Book fair', span: blank, keptAt: NOW, hasMovedOn: false })
  storeDraft('maya', `note ${date} calendar_1`, JSON.stringify({ text: 'Book fair', span: { from: 1 }, at: NOW }))
  expect(open()).toMatchObject({ text: 'Book fair', span: blank, keptAt: NOW })
})
