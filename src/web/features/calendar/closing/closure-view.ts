/** What the dialog that closes days shows: the question per class, and the two weeks afterwards. Planned with the server's rules. */
import type { SchoolClass } from '#shared/classes/contract.ts'
import { comparedName } from '#shared/classes/rules.ts'
import { addDays, dayOfMonth, daysBetween, formatDay, mondayOf, schoolWeekOf, stepSchoolDay } from '#shared/dates.ts'
import { type ClosurePlan, type MoveWorld, planClosure } from '#shared/moves/closures/rules.ts'
import type { ClosureChoice } from '#shared/moves/contract.ts'
import { daysFrom, moveWaysOf } from '#shared/moves/plan/rules.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { grouped } from '#shared/timetables/laying/rules.ts'
import type { PlannedLesson } from '#shared/timetables/plan/rules.ts'
import type { ClassChoice } from '#web/features/calendar/model/edits.ts'
import { counted } from '#web/lib/counted.ts'

export type World = Omit<MoveWorld<Timetable>, 'classes'> & { classes: readonly SchoolClass[] }
/** The days that close. `isNew` is false if the school has already closed them. `dates` are only some of the range's days. */
export type ClosingRange = { from: string; to: string; isNew: boolean; dates?: ReadonlySet<string> | undefined }
export type Choices = ReadonlyMap<string, ClosureChoice>

export type ClosureRow = {
  id: string
  name: string
  color: number
  choice: ClosureChoice
  /** True if the class has a plan on the closing days that can move. */
  isAsked: boolean
  /** What happens to its plans. */
  words: string
}
type Line = {
  key: string
  /** The color of the lesson's class, or null. */
  color: number | null
  words: string
  /** A lesson with a plan that arrives, one that leaves, one that is locked, one whose plan stays, or one without a plan. */
  kind: 'arrives' | 'leaves' | 'locked' | 'stays' | 'free'
}
/** `reason` is that of a day that is already off. */
export type DayCell = { date: string; isOff: boolean; isClosing: boolean; reason: string | null; lines: Line[] }
export type ClosureView = {
  rows: ClosureRow[]
  /** The titles of the closing days' lessons without a class. They stay. */
  classless: string[]
  counts: { moved: number; stay: number; locked: number; unplaced: number }
  /** How the moves end, as a sentence. */
  end: string
  weeks: DayCell[][]
  choices: ClassChoice[]
  /** The days that change. */
  dates: string[]
}

/** Returns what happens to a class's plans unless the teacher says otherwise: the last answer, or Leave for a class that stays on its day. */
const presetOf = ({ onClosure, staysOnItsDay }: Pick<SchoolClass, 'onClosure' | 'staysOnItsDay'>): ClosureChoice =>
  onClosure ?? (staysOnItsDay ? 'leave' : 'move')

const WEEKS = 2
const NO_LESSON_LEFT = 'No lesson left. Goes to Unplaced lessons'

/** Names a day within a week by its weekday, such as 'Thursday', and later ones as in 'Mon, Nov 23'. */
const dayNamed = (date: string, after: string): string =>
  daysBetween(after, date) < 7 ? formatDay(date, 'weekdayLong') : formatDay(date, 'short')

const moveWords = (moves: ClosurePlan<Timetable>['moves'], first: string | null, to: string): string => {
  if (first === null && moves.every(({ to: place }) => place === null)) return NO_LESSON_LEFT
  const where = first === null ? NO_LESSON_LEFT : `To ${dayNamed(first, to)}`
  return `${where}; ${counted(moves.length, 'lesson')} ${moves.length === 1 ? 'moves' : 'move'}`
}

const endWords = ({ moved, unplaced }: ClosureView['counts'], last: string): string => {
  if (unplaced > 0) {
    const one = unplaced === 1
    return `${counted(unplaced, 'plan')} ${one ? 'has' : 'have'} no lesson left. ${one ? 'It goes' : 'They go'} to Unplaced lessons.`
  }
  if (moved === 0 || last === '') return 'No lesson moves.'
  return `The last move ends on ${formatDay(last, 'weekdayLong')}, ${formatDay(last, 'monthDay')}. Nothing falls off.`
}

/** Returns how lessons are named and colored: by their title, their first words, or the name of their class. */
const makeNames = (classes: readonly SchoolClass[]) => {
  const byId = new Map(classes.map((one) => [one.id, one]))
  const nameOf = ({ classId, title }: PlannedLesson): string => byId.get(classId ?? '')?.name ?? title
  return {
    nameOf,
    colorOf: ({ classId }: PlannedLesson): number | null => byId.get(classId ?? '')?.color ?? null,
    wordsOf: (lesson: PlannedLesson): string =>
      comparedName(lesson.title) === comparedName(nameOf(lesson)) && lesson.words ? lesson.words : lesson.title,
  }
}

/** Returns what the dialog shows. */
export const closureView = (world: World, range: ClosingRange, chosen: Choices): ClosureView => {
  const { classes } = world
  const { from, to, isNew, dates: only } = range
  const isClosing = (date: string) => date >= from && date <= to && (!only || only.has(date))
  const days = daysFrom(world.days, mondayOf(from), classes)
  const closing = days.filter(({ date, isOff }) => isClosing(date) && (isNew || isOff))
  const lessons = closing.flatMap(({ blocks }) => blocks)
  const choiceOf = (one: SchoolClass) => chosen.get(one.id) ?? presetOf(one)
  const ids = [...new Set(lessons.flatMap(({ classId }) => classId ?? []))]
  const asked = ids.flatMap((id) => classes.find((one) => one.id === id) ?? [])
  const choices = asked.map((one): ClassChoice => ({ classId: one.id, choice: choiceOf(one) }))
  const moving = new Set(choices.flatMap(({ classId, choice }) => (choice === 'move' ? [classId] : [])))
  const daysOfPlan = days.filter(({ date }) => date >= from)
  const plan = planClosure(world, { from, to, closes: isNew, moving, ...(only && { only }) }, daysOfPlan)
  const { isFree } = moveWaysOf(classes)
  const { nameOf, colorOf, wordsOf } = makeNames(classes)
  const after = new Map(plan.days.map(({ date, blocks }) => [date, blocks]))
  const movedTo = new Map(plan.moves.map(({ plan: { id }, to: place }) => [id, place]))

  const movesBy = grouped(plan.moves, ({ plan: { classId } }) => classId)
  const rows = asked.map((one): ClosureRow => {
    const own = lessons.filter(({ classId, isLocked }) => classId === one.id && !isLocked)
    const plans = own.filter((lesson) => !isFree(lesson))
    const moves = movesBy.get(one.id) ?? []
    const choice = choiceOf(one)
    const first = moves.find(({ from: { date } }) => isClosing(date))?.to?.date ?? null
    const row = { id: one.id, name: one.name, color: one.color, choice, isAsked: plans.length > 0 }
    if (plans.length === 0) return { ...row, words: own.length === 0 ? 'Locked, so it stays' : 'Nothing is planned' }
    return { ...row, words: choice === 'leave' ? 'Stays under the day off' : moveWords(moves, first, to) }
  })

  const first = plan.moves[0]?.from.date ?? ''
  const last = plan.moves.reduce((latest, { to: place }) => (place && place.date > latest ? place.date : latest), '')
  const passed = days.filter(({ date, isOff }) => !isOff && !isClosing(date) && date >= first && date <= last)
  const isKept = (lesson: PlannedLesson) => !isFree(lesson) && !movedTo.has(lesson.id)
  const counts = {
    moved: plan.moves.length,
    stay: lessons.filter((lesson) => isKept(lesson) && !lesson.isLocked).length,
    locked:
      lessons.filter((lesson) => isKept(lesson) && lesson.isLocked).length +
      passed.flatMap(({ blocks }) => blocks).filter(({ isLocked, classId }) => isLocked && moving.has(classId ?? '')).length,
    unplaced: plan.unplaced.length,
  }

  const lineOf =
    (date: string, isHidden: boolean) =>
    (lesson: PlannedLesson, place: number): Line[] => {
      const line = { key: `${place}`, color: colorOf(lesson), words: wordsOf(lesson) }
      const moved = movedTo.get(lesson.id)
      if (isHidden && moved !== undefined && moved?.date !== date) {
        const where = moved ? `${formatDay(moved.date, 'weekday')} ${dayOfMonth(moved.date)}` : 'Unplaced'
        return [{ ...line, words: `${nameOf(lesson)}: ${where}`, kind: 'leaves' }]
      }
      if (isFree(lesson)) return isHidden ? [] : [{ ...line, kind: 'free' }]
      if (lesson.isLocked) return [{ ...line, kind: 'locked' }]
      return [{ ...line, kind: movedTo.has(lesson.id) ? 'arrives' : 'stays' }]
    }
  const before = new Map(days.map((day) => [day.date, day]))
  const reasons = new Map(world.days.map(({ date, blockedText }) => [date, blockedText]))
  const cellOf = (date: string): DayCell => {
    const [day, isHere] = [before.get(date), isClosing(date)]
    const isOff = isHere || day?.isOff === true
    const blocks = isOff ? day?.blocks : (after.get(date) ?? day?.blocks)
    const why = (isHere && isNew) || !isOff ? null : (reasons.get(date) ?? null)
    return { date, isOff, isClosing: isHere, reason: why, lines: isOff && !isHere ? [] : (blocks ?? []).flatMap(lineOf(date, isOff)) }
  }
  const monday = mondayOf(stepSchoolDay(addDays(from, -1), 1))
  return {
    rows,
    classless: [...new Set(lessons.flatMap(({ classId, title }) => (classId ? [] : [title])))],
    counts,
    end: endWords(counts, last),
    weeks: Array.from({ length: WEEKS }, (_, week) => schoolWeekOf(addDays(monday, 7 * week)).map(cellOf)),
    choices,
    dates: plan.days.map(({ date }) => date),
  }
}
