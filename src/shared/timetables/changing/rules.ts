/**
 * Changes a timetable's lessons from a date on: new times, and classes that moved, were renamed or dropped. Each lesson keeps its text.
 *
 * 1. On each day, the first lesson of a class becomes its first lesson of the new timetable, the second its second, and so on. If the day
 *    has more or fewer lessons of the class than before, those with the same time stay first, then those with text.
 * 2. A lesson that has no such place gives its text to a new lesson of its class in the same week. Otherwise it is unplaced.
 * 3. A locked lesson stays on its date, even without such a place.
 */
import { mondayOf } from '#shared/dates.ts'
import { follows, grouped, inSlot, type Laid, type Matched, matched, type Slot, type Ways } from '#shared/timetables/laying/rules.ts'

/** A day with its lessons, and its slots before and after the change. */
export type ChangedDay<B> = { date: string; isOff: boolean; blocks: readonly B[]; old: readonly Slot[]; new: readonly Slot[] }

type Renamed = ReadonlyMap<string, { from: string; to: string }>
/** Lessons before and after a change. `slot` is the slot that a leaving lesson had. */
type Leaving<B> = { date: string; block: B; slot: Slot }

export type ChangeResult<B> = {
  /** The days that change, with their lessons after the change. */
  days: { date: string; blocks: B[]; added: number }[]
  /** Lessons with text that have no place anymore, as they were. */
  unplaced: Leaving<B>[]
  /** Number of lessons with new times, of new lessons, and of lessons without text that end. */
  moved: number
  added: number
  ended: number
}

type Draft<B> = { date: string; before: readonly B[]; kept: B[]; fresh: Slot[]; leaving: Leaving<B>[]; moved: number; ended: number }

const retitled = <B extends Laid>(block: B, renamed: Renamed): B => {
  const title = block.classId ? renamed.get(block.classId) : undefined
  return title && block.title === title.from ? { ...block, title: title.to } : block
}

/** Returns the new slot of each of a class's lessons on a day, undefined for a lesson without one, and the slots that are left. */
const newSlots = <B>(were: Matched<B>['pairs'], are: readonly Slot[], hasText: (block: B) => boolean) => {
  if (were.length === are.length) return { slots: [...are], left: [] }
  const left = [...are]
  const take = (at: number) => (at < 0 ? undefined : left.splice(at, 1)[0])
  const slots = were.map(({ slot }) => take(left.findIndex(({ startTime }) => startTime === slot.startTime)))
  const weight = ({ block }: Matched<B>['pairs'][number]) => (block ? (hasText(block) ? 0 : 1) : 2)
  const without = were.flatMap((pair, index) => (slots[index] ? [] : [{ index, weight: weight(pair) }]))
  // Of the lessons that get a slot, the order stays.
  const chosen = without.sort((a, b) => a.weight - b.weight || a.index - b.index).slice(0, left.length)
  for (const { index } of chosen.sort((a, b) => a.index - b.index)) slots[index] = left.shift()
  return { slots, left }
}

/** Returns a day's lessons that stay, its free slots, and the lessons that leave it. */
const draftOf = <B extends Laid>(day: ChangedDay<B>, renamed: Renamed, { hasText }: Ways<B>): Draft<B> => {
  const { pairs, others } = matched(day.blocks, day.old)
  const draft: Draft<B> = { date: day.date, before: day.blocks, kept: [...others], fresh: [], leaving: [], moved: 0, ended: 0 }
  const old = grouped(pairs, ({ slot }) => slot.classId)
  const places = grouped(day.new, ({ classId }) => classId)
  // The teacher has planned this day by hand, or it is a day off: nothing is added.
  const isClosed = day.isOff || (pairs.every(({ block }) => !block) && (pairs.length > 0 || day.blocks.length > 0))
  for (const classId of new Set([...old.keys(), ...places.keys()])) {
    const were = old.get(classId) ?? []
    const { slots, left } = newSlots(were, places.get(classId) ?? [], hasText)
    for (const [index, { slot, block }] of were.entries()) {
      const place = slots[index]
      if (!block) continue
      if (place) {
        const hasOwnTimes = !follows(block, slot)
        draft.kept.push(hasOwnTimes || follows(block, place) ? block : inSlot(block, place))
        if (!hasOwnTimes && !follows(block, place)) draft.moved += 1
      } else if (block.isLocked) draft.kept.push(block)
      else if (hasText(block)) draft.leaving.push({ date: day.date, block, slot })
      else draft.ended += 1
    }
    if (!isClosed) draft.fresh.push(...left)
  }
  draft.kept = draft.kept.map((block) => retitled(block, renamed))
  return draft
}

/** Gives the texts that leave their lessons to the week's new lessons of the same class. Returns the texts that are left. */
const settled = <B extends Laid>(week: readonly Draft<B>[]): Leaving<B>[] => {
  const leaving = grouped(
    week.flatMap((draft) => draft.leaving),
    ({ slot }) => slot.classId,
  )
  for (const draft of week)
    draft.fresh = draft.fresh.filter((slot) => {
      const next = leaving.get(slot.classId)?.shift()
      if (next) draft.kept.push(inSlot(next.block, slot))
      return !next
    })
  return [...leaving.values()].flat()
}

const isSame = <B>(before: readonly B[], after: readonly B[]) =>
  before.length === after.length && after.every((block) => before.includes(block))

/** Returns the days after a change of their timetable. `days` are in order. `renamed` has the old and new names of classes. */
export const changedDays = <B extends Laid>(
  days: readonly ChangedDay<B>[],
  { renamed, ways }: { renamed: Renamed; ways: Ways<B> },
): ChangeResult<B> => {
  const drafts = days.map((day) => draftOf(day, renamed, ways))
  const weeks = grouped(drafts, ({ date }) => mondayOf(date))
  const unplaced = [...weeks.values()].flatMap(settled)
  return {
    days: drafts.flatMap(({ date, before, kept, fresh }) => {
      const blocks = [...kept, ...fresh.map(ways.fresh)]
      return isSame(before, blocks) ? [] : [{ date, blocks, added: fresh.length }]
    }),
    unplaced: unplaced.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    moved: drafts.reduce((sum, { moved }) => sum + moved, 0),
    added: drafts.reduce((sum, { fresh }) => sum + fresh.length, 0),
    ended: drafts.reduce((sum, { ended }) => sum + ended, 0),
  }
}
