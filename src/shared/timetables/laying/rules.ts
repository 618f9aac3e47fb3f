/**
 * Lays lessons down on days. The preview on the web and the server use the same functions.
 *
 * 1. Every text stays: on its lesson, on another lesson of its class, or in the list of unplaced lessons.
 * 2. A lesson without a class joins the class that its title names. Its title and text stay word for word.
 * 3. Only lessons that a timetable laid down change with it. A lesson that the teacher added, and a time that the teacher changed, stay.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { weekdayOf } from '#shared/dates.ts'
import type { Existing, TimetableVersion } from '#shared/timetables/contract.ts'

type Times = Pick<TimeBlock, 'startTime' | 'endTime'>
/** A lesson that a timetable has at a time. */
export type Slot = Times & { classId: string }

/** A lesson as these rules see it: with its text on the server, without it in a preview. */
export type Laid = Pick<TimeBlock, 'title' | 'startTime' | 'endTime' | 'order' | 'classId' | 'isLocked'>

export type Ways<B extends Laid> = {
  /** True if the lesson has text. */
  hasText: (block: B) => boolean
  /** Creates an empty lesson. */
  fresh: (slot: Slot) => B
}

const overlap = (a: Times, b: Times) => a.startTime < b.endTime && b.startTime < a.endTime
const hasTimes = (block: Times, { startTime, endTime }: Times) => block.startTime === startTime && block.endTime === endTime

/** Returns the version that applies on a date, or undefined before the first day that got lessons. */
export const versionOn = <V extends Pick<TimetableVersion, 'from'>>(versions: readonly V[], date: string): V | undefined =>
  versions.findLast(({ from }) => from <= date)

const inOrder = (slots: readonly Slot[]): Slot[] =>
  [...slots].sort((a, b) => (a.startTime === b.startTime ? (a.endTime < b.endTime ? -1 : 1) : a.startTime < b.startTime ? -1 : 1))

/** Returns the lessons of a day with this number, in order. A fixed weekday replaces the classes at its time. */
export const slotsOn = ({ rows, cells, fixed }: Omit<TimetableVersion, 'from'>, date: string, number: number | undefined): Slot[] => {
  if (number === undefined) return []
  const always = fixed.filter(({ weekday }) => weekday === weekdayOf(date)).map(({ weekday: _, ...slot }) => slot)
  const inGrid = cells.flatMap(({ day, row, classId }) => {
    const times = rows[row]
    return day === number && times ? [{ startTime: times.startTime, endTime: times.endTime, classId }] : []
  })
  return inOrder([...inGrid.filter((slot) => !always.some((other) => overlap(slot, other))), ...always])
}

/** Returns the lesson as a lesson of its class, at the times of a slot. */
export const inSlot = <B extends Laid>(block: B, { startTime, endTime, classId }: Slot): B => ({ ...block, startTime, endTime, classId })

/** Groups items by a key, in order. Leaves out those without one. */
export const grouped = <T>(items: readonly T[], keyOf: (item: T) => string | null | undefined): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = key && groups.get(key)
    if (group) group.push(item)
    else if (key) groups.set(key, [item])
  }
  return groups
}

export type Matched<B> = {
  /** The lessons of the slots, in the slots' order. A slot whose lesson the teacher deleted has none. */
  pairs: { slot: Slot; block: B | undefined }[]
  /** Lessons that aren't from the timetable. */
  others: B[]
}

/** Finds the lessons that were laid down in a day's slots: those of the same class, first at the same time, then in order. */
export const matched = <B extends Laid>(blocks: readonly B[], slots: readonly Slot[]): Matched<B> => {
  const left = new Set(inDayOrder(blocks))
  const take = (fits: (block: B) => boolean): B | undefined => {
    for (const block of left)
      if (fits(block)) {
        left.delete(block)
        return block
      }
    return undefined
  }
  const atTime = slots.map((slot) => take((block) => block.classId === slot.classId && block.startTime === slot.startTime))
  const pairs = slots.map((slot, index) => ({ slot, block: atTime[index] ?? take((block) => block.classId === slot.classId) }))
  return { pairs, others: [...left] }
}

export type LaidDay<B> = {
  blocks: B[]
  /** Lessons with text that have no place. */
  unplaced: B[]
  /** Number of lessons that are new. */
  added: number
}

/** Returns the lessons, each with its class: its own, or else the one that its title names. */
export const joined = <B extends Laid>(blocks: readonly B[], classOf: (title: string) => string | undefined): B[] =>
  blocks.map((block) => {
    const classId = block.classId ? undefined : classOf(block.title)
    return classId === undefined ? block : { ...block, classId }
  })

/**
 * Returns the slots' lessons in place of a day's own. Each lesson goes to the next slot of its class. Of the lessons that are left, locked
 * ones stay, and those with text are unplaced.
 */
const replaced = <B extends Laid>(blocks: readonly B[], slots: readonly Slot[], { hasText, fresh }: Ways<B>): LaidDay<B> => {
  const kept = blocks.filter((block) => block.isLocked || hasText(block))
  const { pairs } = matched(kept, slots)
  const placed = new Set(pairs.map(({ block }) => block))
  const left = kept.filter((block) => !placed.has(block))
  return {
    blocks: [...pairs.map(({ slot, block }) => (block ? inSlot(block, slot) : fresh(slot))), ...left.filter(({ isLocked }) => isLocked)],
    unplaced: left.filter(({ isLocked }) => !isLocked),
    added: pairs.filter(({ block }) => !block).length,
  }
}

/** Returns a day with a timetable's slots laid down. With `keep`, a day that has lessons gets no new ones. */
export const laidDay = <B extends Laid>(
  blocks: readonly B[],
  slots: readonly Slot[],
  { existing, ways }: { existing: Existing; ways: Ways<B> },
): LaidDay<B> => {
  if (blocks.length === 0) return { blocks: slots.map(ways.fresh), unplaced: [], added: slots.length }
  if (existing === 'keep' || slots.length === 0) return { blocks: [...blocks], unplaced: [], added: 0 }
  return replaced(blocks, slots, ways)
}

/** True if a slot's lesson still has the slot's times, so that it follows them. */
export const follows = hasTimes
