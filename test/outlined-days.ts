/**
 * Writes days without the texts of their lessons as text: `{ '12-01': 'Math 9 A, Art 10, Lunch 12' }`. A word after the time is the plan, `!`
 * locks the lesson, and `off:` marks a day off. Math, Art and Gym are classes.
 */
import type { ClosurePlan } from '#shared/moves/closures/rules.ts'
import type { Move, MovePlan } from '#shared/moves/plan/rules.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { numbersFrom } from '#shared/timetables/numbering/rules.ts'
import type { OutlinedDay, OutlinedLesson } from '#shared/timetables/preview/contract.ts'

export const CLASSES = ['Math', 'Art', 'Gym'].map((name) => ({ id: name.toLowerCase(), name }))
type Written = Record<string, string>

const dateOf = (day: string): string => `2026-${day}`
const timeOf = (hour: string): string => `${hour.padStart(2, '0')}:00`
const hourOf = (time: string): string => String(Number(time.slice(0, 2)))

const lessonOf = (date: string, text: string, order: number): OutlinedLesson => {
  const [title = '', hour = '', word = ''] = text.split(' ')
  const words = word.replace('!', '')
  const classId = CLASSES.find(({ name }) => name === title)?.id ?? null
  const times = { startTime: timeOf(hour), endTime: `${hour.padStart(2, '0')}:45` }
  const id = words || `${date} ${title} ${hour}`
  return { id, title, ...times, order, classId, hasText: words !== '', words, isLocked: text.endsWith('!'), usual: null }
}

/** Reads days. */
export const outlineOf = (days: Written): OutlinedDay[] =>
  Object.entries(days).map(([day, written]): OutlinedDay => {
    const [date, isBlocked] = [dateOf(day), written.startsWith('off:')]
    const lessons = written
      .replace(/^off: ?/, '')
      .split(', ')
      .filter(Boolean)
    return {
      date,
      isBlocked,
      blockedText: isBlocked ? 'Snow day' : null,
      blocks: lessons.map((text, order) => lessonOf(date, text, order)),
    }
  })

const lessonText = ({ title, startTime, words, hasText, isLocked }: Omit<OutlinedLesson, 'order'>): string =>
  [title, hourOf(startTime), ...(hasText ? [`${words}${isLocked ? '!' : ''}`] : isLocked ? ['!'] : [])].join(' ')

/** Writes the days that change. */
export const daysIn = ({ days }: Pick<MovePlan, 'days'>): Written =>
  Object.fromEntries(
    days.map(({ date, blocks }) => [
      date.slice(5),
      [...blocks]
        .sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
        .map(lessonText)
        .join(', '),
    ]),
  )

const placeText = ({ date, startTime }: Move['from']): string => `${date.slice(5)} ${hourOf(startTime)}`
/** Writes the moves of a plan, such as `A 12-01 9 → 12-02 9`. */
export const movesIn = ({ moves }: Pick<MovePlan, 'moves'>): string[] =>
  moves.map(({ plan, from, to, isCopy }) => `${plan.words}${isCopy ? '+' : ''} ${placeText(from)} → ${to ? placeText(to) : 'unplaced'}`)

/** Writes the numbers of the days of the first timetable that is renumbered. */
export const numbersIn = ({ timetables }: Pick<ClosurePlan<Timetable>, 'timetables'>): Written =>
  Object.fromEntries(Object.entries(timetables[0]?.after.numbers ?? {}).map(([date, number]) => [date.slice(5), String(number)]))

/** Returns a timetable of a cycle of days, each with lessons as in `outlineOf`. */
export const cycleOf = (
  { first, last }: { first: string; last: string },
  days: string[],
  { onDayOff = 'wait', ...more }: { onDayOff?: 'wait' | 'skip'; off?: string[]; id?: string; followsSchool?: boolean } = {},
): Timetable => {
  const lessons = days.flatMap((day, index) =>
    day
      .split(', ')
      .filter(Boolean)
      .map((text) => ({ day: index + 1, ...lessonOf('', text, 0) })),
  )
  const rows = lessons.map(({ startTime, endTime }) => ({ startTime, endTime }))
  const cells = lessons.map(({ day, classId }, row) => ({ day, row, classId: classId ?? '' }))
  const [firstDay, lastDay] = [dateOf(first), dateOf(last)]
  const rhythm = { kind: 'cycle' as const, days: days.length, onDayOff }
  const { off = [], id = 'timetable', followsSchool = false } = more
  const timetable = { id, firstDay, lastDay, rhythm, versions: [{ from: firstDay, rows, cells, fixed: [] }], setByHand: {}, followsSchool }
  const numbers = numbersFrom({ ...timetable, numbers: {} }, firstDay, (date) => off.map(dateOf).includes(date))
  return { ...timetable, numbers, operationId: '' }
}
