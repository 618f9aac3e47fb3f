/**
 * Shortens a day: its lessons get other times, and keep their usual ones to return to.
 *
 * 1. With a bell schedule, the lessons take its rows in order. Lessons without a row are left out.
 * 2. With a rule, some lessons keep their times, and the others share the minutes between them, in order. Times end in 0 or 5 if possible.
 *    Lessons of one class stay in order: they exchange their times if another one would be first.
 * 3. A lesson that is left out stays on the day with its text, and isn't shown.
 * 4. Restoring a day gives its lessons their usual times, with the texts that they have now.
 * 5. Timetables know only usual times. What they lay down on a short day gets the day's times, which the day also remembers apart from its
 *    lessons: in a cycle that waits, all of them may leave it and come back.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { minutesOf, timeOf } from '#shared/dates.ts'
import type { ShortDay } from '#shared/moves/short-days/contract.ts'

type Times = Pick<TimeBlock, 'startTime' | 'endTime'>
type Lesson = Times & Pick<TimeBlock, 'id' | 'order' | 'classId'> & { usual?: TimeBlock['usual'] | null }
export type ShortRule = Times & {
  /** The ids of lessons that keep their times. */
  keep: readonly string[]
  /** Whether longer lessons get more minutes. */
  share: 'length' | 'evenly'
  /** The ids of classes that don't meet. */
  leaveOut: readonly string[]
}
/** A lesson's times on a short day, or null if it is left out. */
export type ShortTimes = ReadonlyMap<string, Times | null>

/** Returns the times of lessons that take the rows of a bell schedule in order. */
export const timesInRows = (lessons: readonly Lesson[], rows: readonly Times[]): ShortTimes =>
  new Map(inDayOrder(lessons).map(({ id }, index) => [id, rows[index] ?? null]))

type Span = { start: number; end: number }
const spanOf = ({ startTime, endTime }: Times): Span => ({ start: minutesOf(startTime), end: minutesOf(endTime) })

/** Returns the parts of a day that no kept lesson takes. Both are in order. */
const freeSpans = (day: Span, kept: readonly Span[]): Span[] => {
  let { start } = day
  const before = kept.map(({ start: from, end }) => {
    const span = { start, end: Math.min(from, day.end) }
    start = Math.max(start, end)
    return span
  })
  return [...before, { start, end: day.end }].filter(({ start, end }) => start < end)
}

type Weighted = { id: string; weight: number }
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Distributes lessons over spans, in order, so that each span's share of the lessons fits its share of the minutes. */
const inSpans = (lessons: readonly Weighted[], spans: readonly Span[]): { span: Span; group: Weighted[] }[] => {
  const weights = sum(lessons.map(({ weight }) => weight))
  let [done, minutes] = [0, 0]
  const parts = spans.map((span) => {
    minutes += span.end - span.start
    return { span, group: [] as Weighted[], until: minutes }
  })
  for (const lesson of lessons) {
    const middle = ((done + lesson.weight / 2) / weights) * minutes
    done += lesson.weight
    parts.find(({ until }) => middle < until)?.group.push(lesson)
  }
  return parts
}

/** Returns the minutes at which lessons that share a span begin and end, on multiples of `step`. */
const bounds = ({ start, end }: Span, lessons: readonly Weighted[], step: number): number[] => {
  const total = sum(lessons.map(({ weight }) => weight))
  let done = 0
  const inner = lessons.slice(0, -1).map(({ weight }) => {
    done += weight
    return Math.round((start + (done / total) * (end - start)) / step) * step
  })
  return [start, ...inner, end]
}

const isRising = (minutes: readonly number[]): boolean => minutes.slice(1).every((minute, index) => minute > (minutes[index] ?? minute))

/** Divides a span among lessons. If it has fewer minutes than lessons, the last ones are left out. */
const divided = (span: Span, lessons: readonly Weighted[]): [string, Times | null][] => {
  const fitting = lessons.slice(0, span.end - span.start)
  const steps = [5, 1].map((step) => bounds(span, fitting, step)).find(isRising)
  const even = fitting.map((_, index) => span.start + Math.floor((index * (span.end - span.start)) / fitting.length))
  const minutes = steps ?? [...even, span.end]
  const times = minutes.slice(1).map((end, index): Times => ({ startTime: timeOf(minutes[index] ?? end), endTime: timeOf(end) }))
  return lessons.map(({ id }, index) => [id, times[index] ?? null])
}

/** Returns times with those of each class in the order of its lessons. `lessons` are in order. */
const inOrderOfClasses = (lessons: readonly Lesson[], times: ShortTimes): ShortTimes => {
  const byClass = new Map<string, { id: string; its: Times }[]>()
  for (const { id, classId } of lessons) {
    const its = times.get(id)
    if (classId && its) byClass.set(classId, [...(byClass.get(classId) ?? []), { id, its }])
  }
  const ordered = [...byClass.values()].flatMap((meetings) => {
    const sorted = inDayOrder(meetings.map(({ its }) => its))
    return meetings.map(({ id }, index) => [id, sorted[index] ?? null] as const)
  })
  return new Map([...times, ...ordered])
}

/** Returns the times of lessons under a rule. */
export const timesByRule = (lessons: readonly Lesson[], { keep, share, leaveOut, ...day }: ShortRule): ShortTimes => {
  const [kept, out] = [new Set(keep), new Set(leaveOut)]
  const times = new Map<string, Times | null>()
  const sharing: Weighted[] = []
  const inOrder = inDayOrder(lessons)
  for (const { id, classId, startTime, endTime } of inOrder) {
    if (kept.has(id)) times.set(id, { startTime, endTime })
    else if (classId && out.has(classId)) times.set(id, null)
    else sharing.push({ id, weight: share === 'evenly' ? 1 : minutesOf(endTime) - minutesOf(startTime) })
  }
  const spans = freeSpans(
    spanOf(day),
    [...times.values()].flatMap((one) => (one ? [spanOf(one)] : [])),
  )
  for (const { id } of sharing) times.set(id, null)
  for (const { span, group } of inSpans(sharing, spans)) for (const [id, its] of divided(span, group)) times.set(id, its)
  return inOrderOfClasses(inOrder, times)
}

/** Returns a usual day's lessons with these times. `name` is what the teacher calls the short day. Lessons without times stay. */
export const shortened = <B extends Lesson>(lessons: readonly B[], times: ShortTimes, name: string): B[] =>
  lessons.map((lesson) => {
    const its = times.get(lesson.id)
    if (its === undefined) return lesson
    const { startTime, endTime } = lesson
    const usual = { startTime, endTime, shortDay: name, ...(its === null && { isLeftOut: true }) }
    return { ...lesson, ...its, usual }
  })

/** Returns the first item that fits, and removes it. */
const taken = <T>(items: T[], fits: (item: T) => boolean): T | undefined => {
  const index = items.findIndex(fits)
  return index < 0 ? undefined : items.splice(index, 1)[0]
}

type Row = ShortDay['rows'][number]
/** A lesson's usual and short times as a row. */
const rowOf = ({ startTime, endTime }: Times, usual: NonNullable<TimeBlock['usual']>): Row => ({
  startTime: usual.startTime,
  endTime: usual.endTime,
  short: usual.isLeftOut ? null : { startTime, endTime },
})

/** Returns the times of a short day apart from its lessons. */
export const shortTimesOf = (lessons: readonly Lesson[], name: string): ShortDay => ({
  name,
  rows: inDayOrder(lessons.flatMap((lesson) => (lesson.usual ? [rowOf(lesson, lesson.usual)] : []))),
})

const areEqual = (a: Times | null, b: Times | null) => a?.startTime === b?.startTime && a?.endTime === b?.endTime
const startsWith = (a: Times) => (b: Times) => a.startTime === b.startTime
const overlaps = (a: Times) => (b: Times) => a.startTime < b.endTime && b.startTime < a.endTime

/** Returns the rows of a short day that none of these rows, which its lessons have, stands for. */
const rowsLeft = (rows: readonly Row[], own: readonly Row[]): Row[] => {
  const left = [...rows]
  for (const one of own)
    taken(left, (row) => areEqual(row, one) && areEqual(row.short, one.short)) ?? taken(left, startsWith(one)) ?? taken(left, overlaps(one))
  return left
}

type Place = Row & { id?: string; name: string }

/**
 * Returns lessons with usual times as those of a short day. `before` are its lessons as they were, and `short` its times, which it has even
 * if they all left. Each lesson gets the times of what is usually at its time, or else those that it had itself, or else those of what
 * usually overlaps it. Other lessons keep their times, and so does one that was there at this time on the short day.
 */
export const shortenedLike = <B extends Lesson>(lessons: readonly B[], before: readonly Lesson[], short?: ShortDay): B[] => {
  const own = inDayOrder(before).flatMap((lesson): Place[] =>
    lesson.usual ? [{ ...rowOf(lesson, lesson.usual), id: lesson.id, name: lesson.usual.shortDay }] : [],
  )
  const others = short ? rowsLeft(short.rows, own).map((row): Place => ({ ...row, name: short.name })) : []
  const isAsBefore = ({ id, startTime }: B) => before.some((was) => was.id === id && !was.usual && was.startTime === startTime)
  const found = new Map<B, Place>()
  const give = (places: Place[], fits: (lesson: B) => (place: Place) => boolean, some: readonly B[]) => {
    for (const lesson of some) {
      const place = found.has(lesson) ? undefined : taken(places, fits(lesson))
      if (place) found.set(lesson, place)
    }
  }
  const isItself = (lesson: B) => (place: Place) => place.id === lesson.id
  const arriving = lessons.filter((lesson) => !isAsBefore(lesson))
  give(own, (lesson) => (place) => isItself(lesson)(place) && startsWith(lesson)(place), lessons)
  give(own, startsWith, lessons)
  give(others, startsWith, arriving)
  give(own, isItself, lessons)
  give(others, overlaps, arriving)
  return lessons.map((lesson) => {
    const place = found.get(lesson)
    if (!place) return lesson
    const { startTime, endTime } = lesson
    const usual = { startTime, endTime, shortDay: place.name, ...(!place.short && { isLeftOut: true }) }
    return { ...lesson, ...place.short, usual }
  })
}
