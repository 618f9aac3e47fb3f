/**
 * Writes the lessons of a class as a line, so that a table of cases reads like a planner: one word per day, with `/` between two lessons of a
 * day. `A` is a plan, `-` a free lesson, `[A]` a locked one, `(A)` one on a day off, and `{A}` one that is left out on a short day.
 */
import { addDays } from '#shared/dates.ts'
import type { Movable, Moved, MoveWays, Spot } from '#shared/moves/moving/rules.ts'

export type Lesson = Movable & { id: string; text: string }
type Lane = Spot<Lesson>[]

const MONDAY = '2026-11-30'
const HOURS = ['09:00', '10:00', '11:00']
/** Returns the date of a line's day. */
export const dayAt = (index: number): string => addDays(MONDAY, index)

const MARKS = {
  '[': () => ({ isLocked: true }),
  '(': () => ({}),
  '{': (times: { startTime: string; endTime: string }) => ({ usual: { ...times, shortDay: 'Early release', isLeftOut: true } }),
}

const spotOf = (word: string, date: string, index: number): Spot<Lesson> => {
  const [mark, text] = /^\W./.test(word) ? [word[0] as keyof typeof MARKS, word.slice(1, -1)] : [undefined, word]
  const startTime = HOURS[index] ?? ''
  const times = { startTime, endTime: startTime.replace(':00', ':45') }
  const isFree = text === '-'
  return {
    date,
    isOff: mark === '(',
    block: {
      id: isFree ? `${date} ${startTime}` : text,
      text: isFree ? '' : text,
      ...times,
      order: index,
      ...(mark && MARKS[mark](times)),
    },
  }
}

/** Reads a line. */
export const laneOf = (line: string): Lane =>
  line.split(' ').flatMap((words, index) => words.split('/').map((word, place) => spotOf(word, dayAt(index), place)))

const shown = ({ isOff, block: { text, isLocked, usual } }: Spot<Lesson>): string => {
  const word = text || '-'
  if (isLocked) return `[${word}]`
  if (usual?.isLeftOut) return `{${word}}`
  return isOff ? `(${word})` : word
}

/** Writes lessons as a line. */
export const lineOf = (spots: Lane): string => {
  const days = new Map<string, string[]>()
  for (const spot of spots) days.set(spot.date, [...(days.get(spot.date) ?? []), shown(spot)])
  return [...days.values()].map((words) => words.join('/')).join(' ')
}

/** Writes the lessons after a move as a line, and the plans that have no lesson anymore after an arrow. */
export const movedLine = (spots: Lane, { blocks, unplaced }: Moved<Lesson>): string =>
  [lineOf(lane(spots, blocks)), ...unplaced.map(({ block }) => `→ ${block.text}`)].join(' ')

/** Returns the lessons after a move. */
export const lane = (spots: Lane, blocks: readonly Lesson[]): Lane =>
  spots.map((spot, index) => ({ ...spot, block: blocks[index] ?? spot.block }))

/** How the rules see these lessons. */
export const ways: MoveWays<Lesson> = {
  isFree: ({ text }) => text === '',
  fresh: (like) => ({ ...like, id: '', text: '' }),
}
