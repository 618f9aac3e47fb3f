import fc from 'fast-check'
import { expect, test } from 'vitest'
import { schoolDays } from '#shared/timetables/numbering/rules.ts'
import type { OutlinedDay } from '#shared/timetables/preview/contract.ts'
import { CLASSES, cycleOf, outlineOf } from '#test/outlined-days.ts'
import { planClosure } from './rules.ts'

const [FIRST, LAST] = ['11-30', '12-11']
const DATES = schoolDays(`2026-${FIRST}`, `2026-${LAST}`)
const CYCLE = ['Math 9, Art 10', 'Art 9', 'Math 9, Math 11', 'Gym 9']

const aWord = fc.constantFrom('plan', 'plan', 'plan', 'free', 'locked', 'title')
/** A day of the timetable, with the teacher's changes: an added lesson, a day off, or a short day that leaves 9:00 out. */
const aDay = fc.record({
  words: fc.tuple(aWord, aWord, aWord),
  added: fc.constantFrom('', '', '', 'Math 14', 'Art 14', 'Art 8'),
  isOff: fc.constantFrom(false, false, false, true),
  isShort: fc.constantFrom(false, false, false, true),
})
type Given = typeof aDay extends fc.Arbitrary<infer T> ? T : never

/** Returns the days of a cycle, with plans called P0, P1, … */
const daysOf = (given: readonly Given[], timetable: ReturnType<typeof cycleOf>): OutlinedDay[] => {
  let count = 0
  return given.flatMap(({ words, added, isOff, isShort }, index) => {
    const date = DATES[index] ?? ''
    const lessons = [...(CYCLE[(timetable.numbers[date] ?? 0) - 1]?.split(', ') ?? []), ...(added ? [added] : [])]
    const written = lessons.map((lesson, place) => {
      const word = words[place] ?? 'plan'
      return word === 'free' ? lesson : `${lesson} P${count++}${word === 'locked' ? '!' : ''}`
    })
    const usual = { startTime: '09:00', endTime: '09:45', shortDay: 'Late start', isLeftOut: true }
    return outlineOf({ [date.slice(5)]: `${isOff ? 'off: ' : ''}${written.join(', ')}` }).map((day) => ({
      ...day,
      blocks: day.blocks.map((block, place) => ({
        ...block,
        ...(words[place] === 'title' && { title: 'Zoo', hasText: false }),
        ...(isShort && block.startTime === '09:00' && { usual }),
      })),
    }))
  })
}

type Plan = { id: string; classId: string; at: string; isLocked: boolean; isHidden: boolean; isOff: boolean }
const plansOf = (days: readonly Pick<OutlinedDay, 'date' | 'isBlocked' | 'blocks'>[]): Plan[] =>
  days.flatMap(({ date, isBlocked, blocks }) =>
    blocks
      .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))
      .flatMap(({ id, classId, startTime, isLocked, usual }) =>
        /^P\d/.test(id)
          ? [
              {
                ...{ id, classId: classId ?? '', at: `${date} ${startTime}`, isOff: isBlocked },
                ...{ isLocked: isLocked === true, isHidden: usual?.isLeftOut === true },
              },
            ]
          : [],
      ),
  )

test('any days that close in any cycle lose no plan, move none that is locked, hide none, and keep the order of each class', () => {
  const aClosure = fc.record({
    days: fc.array(aDay, { minLength: 2, maxLength: DATES.length }),
    onDayOff: fc.constantFrom('wait' as const, 'wait' as const, 'skip' as const),
    from: fc.nat(DATES.length - 1),
    length: fc.nat(2),
    moving: fc.subarray(CLASSES.map(({ id }) => id)),
  })
  fc.assert(
    fc.property(aClosure, ({ days: given, onDayOff, from: first, length, moving }) => {
      const off = given.flatMap(({ isOff }, index) => (isOff ? [(DATES[index] ?? '').slice(5)] : []))
      const timetable = cycleOf({ first: FIRST, last: LAST }, CYCLE, { onDayOff, off })
      const days = daysOf(given, timetable)
      const [from = '', to = ''] = [DATES[first], DATES[Math.min(first + length, DATES.length - 1)]]
      const isClosing = (at: string) => at.slice(0, 10) >= from && at.slice(0, 10) <= to
      const world = { days: days.filter(({ date }) => date >= from), timetables: [timetable], classes: CLASSES, today: `2026-${FIRST}` }
      const plan = planClosure(world, { from, to, closes: true, moving: new Set(moving) })
      const changed = new Map(plan.days.map(({ date, blocks }) => [date, blocks]))
      const dates = [...new Set([...days.map(({ date }) => date), ...changed.keys()])].sort()
      const blank = { isBlocked: false, blocks: [] }
      const now = dates.map((date) => {
        const was = days.find((day) => day.date === date) ?? blank
        return { date, isBlocked: was.isBlocked, blocks: changed.get(date) ?? was.blocks }
      })
      const [before, after] = [plansOf(days), plansOf(now)]
      const idsOf = (plans: readonly Plan[]) => plans.map(({ id }) => id)
      expect([...idsOf(after), ...plan.unplaced.map(({ block }) => block.id)].sort()).toEqual(idsOf(before).sort())
      for (const one of before.filter(({ isLocked }) => isLocked)) expect(after.find(({ id }) => id === one.id)).toEqual(one)
      const fixed = new Set<string>()
      for (const was of before) {
        const is = after.find(({ id }) => id === was.id)
        const stays = is?.at === was.at
        if (was.isLocked || (stays && (was.isOff || was.isHidden || isClosing(was.at)))) fixed.add(was.id)
      }
      for (const { id, classId, at, isHidden } of after) {
        if (fixed.has(id)) continue
        expect(isHidden).toBe(false)
        if (moving.includes(classId)) expect(isClosing(at)).toBe(false)
      }
      for (const { id } of CLASSES) {
        const inOrder = (plans: readonly Plan[]) => idsOf(plans.filter((one) => one.classId === id && !fixed.has(one.id)))
        const there = new Set(inOrder(after))
        expect(inOrder(after)).toEqual(inOrder(before).filter((one) => there.has(one)))
      }
    }),
    { numRuns: 300 },
  )
})
