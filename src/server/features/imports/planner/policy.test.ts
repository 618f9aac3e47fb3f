import { expect, test } from 'vitest'
import type { ArchivedPlanner } from '#server/lib/reading/items.ts'
import { classesToAdd, recordsHere, type There } from './policy.ts'

const NOTHING: There = {
  ...{ ids: new Set<string>(), classes: [], timetables: [], bellSchedules: [], shortDays: new Set<string>(), hasSchool: false },
}
const schoolClass = (id: string, name: string) =>
  ({ kind: 'class', id, content: { name, color: 0, room: '', staysOnItsDay: false, order: 0 } }) as const
const timetable = (id: string, firstDay: string, classId: string) => ({
  kind: 'timetable' as const,
  id,
  content: {
    ...{ firstDay, lastDay: '2027-06-18', rhythm: { kind: 'weekly' as const }, numbers: {}, setByHand: {}, followsSchool: true },
    versions: [{ from: firstDay, rows: [{ startTime: '08:00', endTime: '08:45' }], cells: [{ day: 1, row: 0, classId }], fixed: [] }],
  },
})
const bells = (id: string, name: string) => ({ kind: 'bellSchedule' as const, id, content: { name, rows: [] } })

test('an archive brings in nothing that the planner would refuse: classes of one name, or timetables of the same days', () => {
  const records: ArchivedPlanner['records'] = [
    ...[schoolClass('a', 'Same'), schoolClass('b', 'SAME'), schoolClass('c', 'Art')],
    ...[timetable('t', '2026-08-24', 'b'), timetable('u', '2026-09-01', 'a')],
    ...[bells('x', 'Delay'), bells('y', 'delay')],
  ]
  const planner: ArchivedPlanner = { days: [], templates: [], records }
  const here = recordsHere(planner, NOTHING, () => true)
  expect(here.map(({ id }) => id)).toEqual(['a', 'c', 't', 'x'])
  expect(classesToAdd(planner, NOTHING).map(({ id }) => id)).toEqual(['a', 'c'])
  expect(here[2]?.content).toMatchObject({
    followsSchool: false,
    versions: [{ cells: [{ classId: 'a' }] }],
  })
})
