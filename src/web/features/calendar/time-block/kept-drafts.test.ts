import { beforeEach, expect, test } from 'vitest'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { DAY_MS } from '#shared/dates.ts'
import { draftOf, newDraft } from '#web/features/calendar/model/block-draft.ts'
import { storeDraft, storedDrafts } from '#web/lib/drafts.ts'
import { forgetPerson } from '#web/lib/stored-session.ts'
import { dropDraft, dropIfSaved, keepAsNew, keepDraft, openDraft, unsavedDrafts } from './kept-drafts.ts'

const NOW = Date.parse('2026-11-18T10:42:00Z')
const owner = 'maya'
const date = '2026-11-18'
const math: TimeBlock = {
  id: 'block_1',
  title: 'Math',
  description: '<p>Goal</p>',
  startTime: '08:00',
  endTime: '08:45',
  hasAlert: false,
  alertMessage: '',
  order: 0,
}
const open = (given: Partial<Parameters<typeof openDraft>[0]> = {}) =>
  openDraft({ owner, date, before: math, fresh: newDraft(45), isPlanned: () => false, now: NOW, ...given })
const typed = { ...draftOf(math), description: '<p>Goal and quiz</p>' }
const place = { owner, date, blockId: math.id }
const keepTyped = (at = NOW) => keepDraft(place, { draft: typed, from: draftOf(math), isNew: false, at })

const asSaved = { from: draftOf(math), base: draftOf(math) }

beforeEach(() => {
  for (const person of ['maya', 'theo']) forgetPerson(person)
})

test('a teacher who reopens a lesson finds her unsaved text', () => {
  keepTyped()
  expect(open()).toEqual({ place, ...asSaved, draft: typed, keptAt: NOW, hasMovedOn: false })
})

test('a colleague on the same device, another lesson, and a copy on another day start without it', () => {
  keepTyped()
  const copy = { date: '2026-11-19', isPlanned: (_: string, on: string) => on === date }
  for (const given of [{ owner: 'theo' }, { before: { ...math, id: 'block_2' } }, copy, { before: null }])
    expect(open(given).keptAt).toBeNull()
})

test('the text follows a lesson that was moved to another day, and is dropped there', () => {
  keepTyped()
  const moved = { ...place, date: '2026-11-19' }
  expect(open({ date: moved.date })).toEqual({ place: moved, ...asSaved, draft: typed, keptAt: NOW, hasMovedOn: false })
  expect(open({ date: moved.date }).keptAt).toBe(NOW)
  expect(unsavedDrafts(owner, NOW)).toMatchObject([moved])
  dropDraft(moved)
  expect(unsavedDrafts(owner, NOW)).toEqual([])
})

test('the text of a lesson that is gone opens as a new lesson with its title and times', () => {
  keepTyped()
  keepAsNew(place, '2026-11-20', NOW + 1)
  expect(open({ before: null, date: '2026-11-20', fresh: newDraft(45, '13:00'), now: NOW + 2 })).toMatchObject({
    draft: typed,
    keptAt: NOW + 1,
  })
  expect(unsavedDrafts(owner, NOW + 2)).toMatchObject([{ date: '2026-11-20', title: 'Math', isNew: true }])
  expect(open().keptAt).toBeNull()
})

test('a dropped draft, or one equal to the saved lesson, is not restored', () => {
  keepTyped()
  expect(open({ before: { ...math, description: typed.description } }).keptAt).toBeNull()
  dropDraft(place)
  expect(open().keptAt).toBeNull()
})

test('changes made elsewhere are kept unless the draft changes the same field, and the teacher is notified', () => {
  keepTyped()
  const moved = { ...math, startTime: '09:00', endTime: '09:45' }
  expect(open({ before: moved })).toMatchObject({ draft: { ...draftOf(moved), description: typed.description }, hasMovedOn: true })
})

test('text that both sides changed is based on what the teacher saw, unless the other change is her own earlier save', () => {
  const [seen, sent] = [draftOf(math), { ...draftOf(math), description: '<p>Goal and</p>' }]
  keepDraft(place, { draft: typed, from: seen, sent, isNew: false, at: NOW })
  const elsewhere = { ...math, title: 'Maths', description: '<p>Quiz</p>' }
  expect(open({ before: elsewhere })).toMatchObject({ base: { ...draftOf(elsewhere), description: seen.description }, hasMovedOn: true })
  const own = { ...math, description: sent.description }
  expect(open({ before: own })).toMatchObject({ base: draftOf(own), draft: typed, hasMovedOn: false })
})

test('a draft that the lesson has in full was saved, and is dropped', () => {
  keepTyped()
  expect(dropIfSaved(place, math, NOW)).toBe(false)
  expect(dropIfSaved(place, { ...math, description: typed.description }, NOW)).toBe(true)
  expect(unsavedDrafts(owner, NOW)).toEqual([])
})

test('a new unsaved lesson is restored with its ID until it is planned', () => {
  const art = { ...newDraft(45), title: 'Art' }
  keepDraft({ owner, date, blockId: 'block_9' }, { draft: art, from: newDraft(45), isNew: true, at: NOW })
  expect(open({ before: null })).toMatchObject({ place: { blockId: 'block_9' }, draft: art, keptAt: NOW })
  const next = open({ before: null, isPlanned: (id) => id === 'block_9' })
  expect(next).toMatchObject({ draft: newDraft(45), keptAt: null })
  expect(next.place.blockId).not.toBe('block_9')
})

test('drafts older than 30 days, and invalid ones, are dropped', () => {
  keepTyped(NOW - 31 * DAY_MS)
  storeDraft(owner, `${date}:block_7`, 'not json')
  storeDraft(owner, `${date}:block_8`, '{"draft":{"title":1},"from":{},"at":1}')
  expect(open().keptAt).toBeNull()
  expect(storedDrafts(owner).size).toBe(0)
})

test('a teacher is reminded of the lessons she started or changed, latest first', () => {
  keepTyped()
  const begin = (day: string, title: string, at: number) => {
    const from = newDraft(45)
    keepDraft({ owner, date: day, blockId: `block_${title}` }, { draft: { ...from, title }, from, isNew: true, at })
  }
  begin('2026-11-16', 'Art', NOW - 2 * DAY_MS)
  begin('2026-11-20', 'Gym', NOW - DAY_MS)
  begin('2026-11-20', '', NOW)
  begin('2026-10-01', 'Old', NOW - 40 * DAY_MS)
  keepDraft({ owner: 'theo', date, blockId: 'block_9' }, { draft: typed, from: newDraft(45), isNew: true, at: NOW })
  expect(unsavedDrafts(owner, NOW)).toEqual([
    { owner, date, blockId: math.id, title: 'Math', isNew: false },
    { owner, date: '2026-11-20', blockId: 'block_Gym', title: 'Gym', isNew: true },
    { owner, date: '2026-11-16', blockId: 'block_Art', title: 'Art', isNew: true },
  ])
})

test('a draft from before there were classes is found, and keeps the class that the lesson has now', () => {
  const { classId: _, ...old } = typed
  const { classId: __, ...from } = draftOf(math)
  storeDraft(owner, `${date}:${math.id}`, JSON.stringify({ draft: old, from, isNew: false, at: NOW }))
  expect(open().draft).toEqual(typed)
  expect(open({ before: { ...math, classId: 'math' } }).draft).toEqual({ ...typed, classId: 'math' })
})
