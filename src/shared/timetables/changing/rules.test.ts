import { describe, expect, test } from 'vitest'
import type { Slot } from '#shared/timetables/laying/rules.ts'
import { changedDays } from './rules.ts'

type Lesson = Slot & { id: string; title: string; order: number; hasText: boolean; isLocked?: boolean }
const at = (hour: number, classId = 'math'): Slot => ({ startTime: `${hour}:00`, endTime: `${hour}:45`, classId })
const lesson = (hour: number, text = ''): Lesson => ({
  ...at(hour),
  id: `${hour}`,
  title: text || 'Math',
  order: hour,
  hasText: text !== '',
})
const ways = {
  hasText: ({ hasText }: Lesson) => hasText,
  fresh: (slot: Slot): Lesson => ({ ...slot, id: 'new', title: 'Math', order: 0, hasText: false }),
}
/** Changes one day. Returns its lessons, and the unplaced ones. */
const changed = (blocks: Lesson[], old: Slot[], now: Slot[]) => {
  const day = { date: '2026-11-30', isOff: false, blocks, old, new: now }
  const { days, unplaced } = changedDays([day], { renamed: new Map(), ways })
  const after = (days[0]?.blocks ?? blocks).map(({ startTime, title }) => `${startTime} ${title}`).sort()
  return { after, unplaced: unplaced.map(({ block }) => block.title) }
}

describe('a class that meets twice a day', () => {
  test('keeps the text of its afternoon when the empty morning is dropped', () => {
    const day = [lesson(10), lesson(14, 'Afternoon')]
    expect(changed(day, [at(10), at(14)], [at(14)])).toEqual({ after: ['14:00 Afternoon'], unplaced: [] })
  })

  test('moves a text to the time that is left, and unplaces a text only if there is no time for it', () => {
    expect(changed([lesson(10), lesson(14, 'Plan')], [at(10), at(14)], [at(15)])).toEqual({ after: ['15:00 Plan'], unplaced: [] })
    expect(changed([lesson(10, 'One'), lesson(14, 'Two')], [at(10), at(14)], [at(14)])).toEqual({ after: ['14:00 Two'], unplaced: ['One'] })
  })

  test('keeps its texts in order when both times move', () => {
    const day = [lesson(10, 'One'), lesson(11, 'Two')]
    expect(changed(day, [at(10), at(11)], [at(11), at(12)]).after).toEqual(['11:00 One', '12:00 Two'])
  })

  test('gets an empty lesson at a new time in between', () => {
    const day = [lesson(10, 'One'), lesson(14, 'Two')]
    expect(changed(day, [at(10), at(14)], [at(10), at(12), at(14)]).after).toEqual(['10:00 One', '12:00 Math', '14:00 Two'])
  })
})

describe('a locked lesson', () => {
  const locked = (hour: number, text = ''): Lesson => ({ ...lesson(hour, text), isLocked: true })

  test('stays on its date if its class doesn’t meet there anymore, with its text or without one', () => {
    expect(changed([locked(10, 'Unit test')], [at(10)], [])).toEqual({ after: ['10:00 Unit test'], unplaced: [] })
    expect(changed([locked(10)], [at(10)], [])).toEqual({ after: ['10:00 Math'], unplaced: [] })
    expect(changed([lesson(10)], [at(10)], [])).toEqual({ after: [], unplaced: [] })
  })

  test('isn’t moved to another day of the week on which its class meets now', () => {
    const days = [
      { date: '2026-11-30', isOff: false, blocks: [locked(10, 'Unit test')], old: [at(10)], new: [] },
      { date: '2026-12-01', isOff: false, blocks: [], old: [], new: [at(10)] },
    ]
    const result = changedDays(days, { renamed: new Map(), ways })
    expect(result.days).toMatchObject([{ date: '2026-12-01', blocks: [{ id: 'new' }] }])
    expect(result.unplaced).toEqual([])
  })

  test('gets the new times of its class on its date', () => {
    expect(changed([locked(10, 'Unit test')], [at(10)], [at(11)]).after).toEqual(['11:00 Unit test'])
  })
})
