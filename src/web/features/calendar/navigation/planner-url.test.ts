import { expect, test } from 'vitest'
import {
  dayToOpen,
  inClass,
  inView,
  type PlannedPart,
  type PlannerAddress,
  readAddress,
  schoolDayOfRow,
  stepAddress,
  swipeAddress,
  threeDaysAround,
  writeAddress,
} from './planner-url.ts'

const today = '2026-11-18' // a Wednesday
const own = (part: PlannedPart): PlannerAddress => ({ ...part, calendar: '' })

test.each([
  ['', 'week', '2026-11-18'],
  ['?view=day', 'day', '2026-11-18'],
  ['?view=day&date=2026-11-20', 'day', '2026-11-20'],
  ['?view=week&date=2026-12-01', 'week', '2026-12-01'],
  ['?view=month&date=2026-12-01', 'month', '2026-12-01'],
  ['?view=year&date=2026-12-01', 'week', '2026-12-01'],
  ['?view=class&class=none&date=2026-12-01', 'week', '2026-12-01'],
  ['?view=day&date=2026-02-30', 'day', '2026-11-18'],
  ['?view=day&date=tomorrow', 'day', '2026-11-18'],
  ['?date=', 'week', '2026-11-18'],
  ['?view=day&date=2026-11-21', 'day', '2026-11-23'],
  ['?view=day&date=2026-11-22', 'day', '2026-11-23'],
])('the address %j shows the %s of %s', (search, view, date) => {
  expect(readAddress(search, today)).toEqual({ view, date, calendar: '' })
})

test.each(['2026-11-21', '2026-11-22'])('a teacher who opens the planner on a weekend (%s) sees the coming week', (weekend) => {
  expect(readAddress('', weekend)).toEqual({ view: 'week', date: '2026-11-23', calendar: '' })
  expect(dayToOpen('2026-11-26', weekend)).toBe('2026-11-23')
  expect(stepAddress(own({ view: 'week', date: '2026-11-18' }), 1, weekend)).toEqual(own({ view: 'week', date: '2026-11-23' }))
})

test.each([
  ['2026-11-28', 'sunday', '2026-11-27'],
  ['2026-11-29', 'sunday', '2026-11-30'],
  ['2026-11-28', 'monday', '2026-11-27'],
  ['2026-11-29', 'monday', '2026-11-27'],
  ['2026-11-25', 'monday', '2026-11-25'],
] as const)('a click on %s, with weeks starting on %s, shows the week of its row as %s', (day, weekStartsOn, shown) => {
  expect(schoolDayOfRow(day, weekStartsOn)).toBe(shown)
})

const MATH = '6f4d3c52-1111-4222-8333-0123456789ab'
test.each<PlannerAddress>([
  own({ view: 'day', date: '2026-11-19' }),
  { view: 'month', date: '2026-11-19', calendar: 'colleague-6f4d3c52' },
  { view: 'class', classId: MATH, date: '2026-11-19', calendar: '' },
  { view: 'month', date: '2026-11-19', calendar: '', without: [MATH, ''] },
])('a written address is read back: %j', (address) => {
  expect(readAddress(new URL(writeAddress(address), 'http://firstbell').search, today)).toEqual(address)
})

test('a class is only in the teacher’s own calendar', () => {
  expect(readAddress(`?view=class&class=${MATH}&calendar=colleague-6f4d3c52`, today)).toMatchObject({ view: 'week' })
  expect(readAddress(`?view=class&class=${MATH}&calendar=mine`, today)).toMatchObject({ view: 'class', classId: MATH })
})

test('months step by months and open today in its own month, a class steps by weeks', () => {
  const month = { view: 'month', date: '2026-12-31', calendar: '' } as const
  const january = stepAddress(month, 1, today)
  expect([january, stepAddress(january, 1, today)].map(({ date }) => date)).toEqual(['2027-01-01', '2027-02-01'])
  expect(stepAddress(month, -1, today).date).toBe(today)
  expect(stepAddress({ ...month, view: 'class', classId: MATH }, -1, today)).toMatchObject({ classId: MATH, date: '2026-12-21' })
})

test('leaving a class keeps the day', () => {
  const math = inClass(own({ view: 'week', date: '2026-12-02' }), MATH)
  expect(math).toEqual({ view: 'class', classId: MATH, date: '2026-12-02', calendar: '' })
  expect(inView(math, 'month', today)).toEqual({ view: 'month', date: '2026-12-02', calendar: '' })
})

test.each([
  ['2026-11-20', '2026-11-18'],
  ['2026-11-16', '2026-11-18'],
  ['2026-11-24', '2026-11-23'],
  ['2026-11-13', '2026-11-09'],
])('choosing Day while the week of %s is shown opens %s', (date, opened) => {
  expect(dayToOpen(date, today)).toBe(opened)
  expect(inView(own({ view: 'week', date }), 'day', today)).toEqual(own({ view: 'day', date: opened }))
})

test('choosing Week from a day shows the week of that day', () => {
  expect(inView(own({ view: 'day', date: '2026-11-27' }), 'week', today)).toEqual(own({ view: 'week', date: '2026-11-27' }))
})

test.each([
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-23', -1, '2026-11-20'],
  ['2026-11-18', 1, '2026-11-19'],
] as const)('from the day %s, a step of %i leads to %s, skipping the weekend', (date, direction, landed) => {
  expect(stepAddress(own({ view: 'day', date }), direction, today)).toEqual(own({ view: 'day', date: landed }))
})

test.each([
  ['2026-11-18', 1, '2026-11-23'],
  ['2026-11-25', -1, '2026-11-18'],
  ['2026-12-31', 1, '2027-01-04'],
] as const)('from the week of %s, a step of %i leads to the week of %s', (date, direction, landed) => {
  expect(stepAddress(own({ view: 'week', date }), direction, today)).toEqual(own({ view: 'week', date: landed }))
})

test.each([
  ['2026-11-16', '2026-11-16'],
  ['2026-11-17', '2026-11-16'],
  ['2026-11-18', '2026-11-17'],
  ['2026-11-20', '2026-11-18'],
])('a tablet on %s shows the three days from %s', (date, first) => {
  expect(threeDaysAround(date)[0]).toBe(first)
  expect(threeDaysAround(date)).toContain(date)
})

test('a swipe shows the next school day on a phone, and the days not on screen on a tablet', () => {
  const swiped = (date: string, direction: 1 | -1, days: 1 | 3) => swipeAddress(own({ view: 'week', date }), direction, days, today).date
  expect([swiped('2026-11-20', 1, 1), swiped('2026-11-16', -1, 1)]).toEqual(['2026-11-23', '2026-11-13'])
  const pages = (direction: 1 | -1, ...dates: string[]) => dates.map((date) => threeDaysAround(swiped(date, direction, 3))[0])
  expect(pages(1, '2026-11-16', '2026-11-18', '2026-11-19', '2026-11-20')).toEqual(['2026-11-18', '2026-11-18', '2026-11-23', '2026-11-23'])
  expect(pages(-1, '2026-11-20', '2026-11-18', '2026-11-17')).toEqual(['2026-11-16', '2026-11-16', '2026-11-11'])
  expect(swipeAddress(own({ view: 'day', date: '2026-11-18' }), 1, 3, today)).toEqual(own({ view: 'day', date: '2026-11-19' }))
})

const ada = 'colleague-0b6b7d2e-1c3a-4c41-9a51-1f0f6f6f2a11'

test.each([
  ['?calendar=mine', 'mine'],
  ['?calendar=school', 'school'],
  [`?calendar=${ada}`, ada],
  ['?calendar=teacher-42', 'teacher-42'],
  ['?calendar=', ''],
  ['?calendar=colleague-', ''],
  ['?calendar=colleague-%26view%3Dday', ''],
  ['?calendar=everybody', ''],
])('the address %j shows the calendar %j', (search, calendar) => {
  expect(readAddress(search, today).calendar).toBe(calendar)
})

test('a step, a swipe, and a view change stay in the same calendar', () => {
  const week: PlannerAddress = { view: 'week', date: '2026-11-18', calendar: ada }
  const day: PlannerAddress = { ...week, view: 'day' }
  expect(readAddress(new URL(writeAddress(week), 'http://firstbell').search, today)).toEqual(week)
  const next = [stepAddress(week, 1, today), stepAddress(day, -1, today), inView(week, 'day', today), swipeAddress(week, 1, 3, today)]
  expect([...next, swipeAddress(week, 1, 1, today), swipeAddress(day, 1, 1, today)].map(({ calendar }) => calendar)).toEqual(
    Array(6).fill(ada),
  )
})
