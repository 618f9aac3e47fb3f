import { expect, test } from 'vitest'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { addedSince, changeSince, changesBetween, versionsOf } from './day-versions.ts'

const math: TimeBlock = {
  id: 'math',
  title: 'Math',
  description: '<p>Fractions</p>',
  startTime: '08:00',
  endTime: '08:45',
  hasAlert: false,
  alertMessage: '',
  order: 0,
}
const art: TimeBlock = { ...math, id: 'art', title: 'Art', startTime: '13:00', endTime: '14:00' }
const day = (part: Partial<CalendarDay> = {}): CalendarDay => ({
  id: '1',
  userId: 'maya',
  date: '2026-11-18',
  isBlocked: false,
  blockedText: null,
  hasNote: false,
  noteText: null,
  blocks: [math],
  version: 1,
  operationId: '1',
  ...part,
})
const changed = (part: Partial<TimeBlock>) => day({ blocks: [{ ...math, ...part }] })

test.each<[string, CalendarDay | null, CalendarDay | null, string[]]>([
  ['the first lesson', null, day(), ['Added Math']],
  ['another lesson', day(), day({ blocks: [math, art] }), ['Added Art']],
  ['a whole day of lessons', null, day({ blocks: [math, art, { ...art, id: 'c' }] }), ['Added 3 lessons']],
  ['a deleted lesson', day({ blocks: [math, art] }), day(), ['Deleted Art']],
  ['a deleted day', day({ noteText: 'Call', hasNote: true }), null, ['Removed the note', 'Deleted Math']],
  ['a new title', day(), changed({ title: 'Algebra' }), ['Renamed Math to Algebra']],
  ['another time', day(), changed({ startTime: '12:00', endTime: '12:45' }), ['Moved Math to 12:00 PM – 12:45 PM']],
  ['another text', day(), changed({ description: '<p>Quiz</p>' }), ['Edited Math']],
  ['an alert', day(), changed({ hasAlert: true, alertMessage: 'Tray' }), ['Changed the alert for Math']],
  ['another class', day(), changed({ classId: 'math' }), ['Changed the class of Math']],
  ['no class, as null or not at all', day(), changed({ classId: null, taught: null }), []],
  ['a taught lesson', day(), changed({ taught: 'done' }), ['Marked Math as taught']],
  ['a lesson that wasn’t finished', day(), changed({ taught: 'unfinished' }), ['Marked Math as not finished']],
  ['a locked lesson', day(), changed({ isLocked: true }), ['Locked Math']],
  ['an unlocked lesson', changed({ isLocked: true }), changed({ isLocked: false }), ['Unlocked Math']],
  ['a lesson that wasn’t taught after all', changed({ taught: 'done' }), day(), ['Removed the taught mark of Math']],
  ['several fields of a lesson', day(), changed({ title: 'Algebra', description: '', startTime: '07:00' }), ['Changed Algebra']],
  ['a block-out', day(), day({ isBlocked: true, blockedText: 'Snow' }), ['Blocked out: Snow']],
  ['a removed block-out', day({ isBlocked: true, blockedText: 'Snow' }), day(), ['Unblocked the day']],
  ['a changed note', day({ hasNote: true, noteText: 'A' }), day({ hasNote: true, noteText: 'B' }), ['Changed the note: B']],
  ['nothing visible', day(), day({ version: 2, operationId: '2', blocks: [{ ...math, order: 3 }] }), []],
])('%s is described', (_, before, after, words) => {
  expect(changesBetween(before, after, '12')).toEqual(words)
})

const change = (operationId: string, before: CalendarDay | null, kind: 'save' | 'undo' = 'save') => ({
  operationId,
  kind,
  at: `2026-11-18T10:0${operationId}:00Z`,
  before,
})

test('versions are the states before each change, with the current one first', () => {
  const [one, two, three] = [day(), day({ blocks: [math, art] }), day()]
  const versions = versionsOf(three, [change('3', two, 'undo'), change('2', one), change('1', null)], '12')
  expect(versions.map(({ key, changes, isUndo }) => [key, changes, isUndo])).toEqual([
    ['3', ['Deleted Art'], true],
    ['2', ['Added Art'], false],
    ['1', ['Added Math'], false],
    ['oldest', [], false],
  ])
  expect(versions.map((version) => version.day)).toEqual([three, two, one, null])
})

test('a change with no effect is omitted, and a day without changes has only its current state', () => {
  const versions = versionsOf(day(), [change('2', day()), change('1', null)], '12')
  expect(versions.map(({ key }) => key)).toEqual(['1', 'oldest'])
  expect(versionsOf(day(), [], '12').map((version) => version.day)).toEqual([day()])
})

test('an older version says which lessons were changed, deleted and added since', () => {
  const current = day({
    blocks: [
      { ...math, title: 'Algebra' },
      { ...art, id: 'gym', title: 'Gym' },
    ],
  })
  expect([changeSince(math, current), changeSince(art, current), changeSince(math, day()), changeSince(math, null)]).toEqual([
    'changed',
    'deleted',
    null,
    'deleted',
  ])
  expect(addedSince(day(), current)).toEqual(['Gym'])
  expect(addedSince(null, null)).toEqual([])
})
