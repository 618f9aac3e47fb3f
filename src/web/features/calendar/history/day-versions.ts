import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { formatTime } from '#shared/dates.ts'
import type { DayChange } from '#web/features/calendar/days/last-change.ts'

/** A version of a day, with the changes that led to it and the time of those changes (ISO 8601). The oldest version has neither. */
export type DayVersion = { key: string; day: CalendarDay | null; at: string | null; isUndo: boolean; changes: string[] }

type TimeFormat = Parameters<typeof formatTime>[1]

const TAUGHT = { done: 'as taught', unfinished: 'as not finished' } as const

const changeOfBlock = (before: TimeBlock, after: TimeBlock, timeFormat: TimeFormat): string[] => {
  const found = [
    before.title !== after.title && `Renamed ${before.title} to ${after.title}`,
    (before.startTime !== after.startTime || before.endTime !== after.endTime) &&
      `Moved ${after.title} to ${formatTime(after.startTime, timeFormat)} – ${formatTime(after.endTime, timeFormat)}`,
    before.description !== after.description && `Edited ${after.title}`,
    (before.hasAlert !== after.hasAlert || before.alertMessage !== after.alertMessage) && `Changed the alert for ${after.title}`,
    (before.classId ?? null) !== (after.classId ?? null) && `Changed the class of ${after.title}`,
    (before.taught ?? null) !== (after.taught ?? null) &&
      (after.taught ? `Marked ${after.title} ${TAUGHT[after.taught]}` : `Removed the taught mark of ${after.title}`),
    (before.isLocked ?? false) !== (after.isLocked ?? false) && `${after.isLocked ? 'Locked' : 'Unlocked'} ${after.title}`,
  ].filter((text) => text !== false)
  return found.length > 1 ? [`Changed ${after.title}`] : found
}

const changeOfText = (
  before: string | null,
  after: string | null,
  messages: { set: string; changed: string; cleared: string },
): string[] => {
  if (before === after) return []
  if (after === null) return [messages.cleared]
  return [`${before === null ? messages.set : messages.changed}: ${after}`]
}

const BLOCK_OUT = { set: 'Blocked out', changed: 'Changed the reason', cleared: 'Unblocked the day' }
const NOTE = { set: 'Added a note', changed: 'Changed the note', cleared: 'Removed the note' }

/** Number of lessons up to which they are named. */
const MOST_NAMES = 2

const inOne = (verb: 'Added' | 'Deleted', blocks: readonly TimeBlock[]): string[] =>
  blocks.length > MOST_NAMES ? [`${verb} ${blocks.length} lessons`] : blocks.map(({ title }) => `${verb} ${title}`)

/** Returns descriptions of the changes between two states of a day. Returns an empty list if the states look the same to a teacher. */
export const changesBetween = (before: CalendarDay | null, after: CalendarDay | null, timeFormat: TimeFormat): string[] => {
  const was = new Map((before?.blocks ?? []).map((block) => [block.id, block]))
  const is = new Set((after?.blocks ?? []).map(({ id }) => id))
  return [
    ...changeOfText(before?.blockedText ?? null, after?.blockedText ?? null, BLOCK_OUT),
    ...changeOfText(before?.noteText ?? null, after?.noteText ?? null, NOTE),
    ...(after?.blocks ?? []).flatMap((block) => {
      const old = was.get(block.id)
      return old ? changeOfBlock(old, block, timeFormat) : []
    }),
    ...inOne(
      'Added',
      (after?.blocks ?? []).filter(({ id }) => !was.has(id)),
    ),
    ...inOne(
      'Deleted',
      [...was.values()].filter(({ id }) => !is.has(id)),
    ),
  ]
}

/** How a lesson of an older version differs from the current day: it was changed or deleted since. Null if it's the same. */
export const changeSince = (block: TimeBlock, current: CalendarDay | null): 'changed' | 'deleted' | null => {
  const now = current?.blocks.find(({ id }) => id === block.id)
  if (!now) return 'deleted'
  return changeOfBlock(block, now, '24').length > 0 ? 'changed' : null
}

/** Returns the titles of the current day's lessons that the older version doesn't have yet. */
export const addedSince = (version: CalendarDay | null, current: CalendarDay | null): string[] => {
  const old = new Set((version?.blocks ?? []).map(({ id }) => id))
  return inDayOrder(current?.blocks ?? []).flatMap(({ id, title }) => (old.has(id) ? [] : [title]))
}

/**
 * Returns a day's versions, newest first: the current one, then the state before each change. Omits changes with no
 * visible difference. `history` is newest first, as the server returns it.
 */
export const versionsOf = (current: CalendarDay | null, history: readonly DayChange[], timeFormat: TimeFormat): DayVersion[] => {
  const versions = history.map(({ operationId, kind, at, before }, position): DayVersion => {
    const day = position === 0 ? current : (history[position - 1]?.before ?? null)
    return { key: operationId, day, at, isUndo: kind === 'undo', changes: changesBetween(before, day, timeFormat) }
  })
  const oldest = history.at(-1)
  return [
    ...versions.filter(({ changes }) => changes.length > 0),
    { key: 'oldest', day: oldest ? oldest.before : current, at: null, isUndo: false, changes: [] },
  ]
}
