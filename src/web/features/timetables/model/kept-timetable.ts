/** Keeps the timetable that a teacher is typing on this device, until its lessons are on the calendar. */
import { forgetDraft, keptDrafts, storeDraft } from '#web/lib/drafts.ts'
import { newTimetableDraft, type TimetableDraft } from './timetable-draft.ts'

const NAME = 'timetable'
type Kept = { at: number; timetable: TimetableDraft }

/** False for anything that this version of the page can't have written. */
const isTimetable = (value: unknown): value is TimetableDraft => {
  if (typeof value !== 'object' || value === null) return false
  const example = newTimetableDraft('2026-11-18')
  const isLike = (Object.keys(example) as (keyof TimetableDraft)[]).every(
    (field) => field === 'from' || typeof (value as TimetableDraft)[field] === typeof example[field],
  )
  return isLike && Array.isArray((value as TimetableDraft).grid.rows) && Array.isArray((value as TimetableDraft).grid.classes)
}

/** Returns the stored draft, with the time in ms since the epoch when it was typed. */
export const keptTimetable = (owner: string, now: number): Kept | null => {
  const kept = keptDrafts(owner, now).get(NAME) as Partial<Kept> | undefined
  return kept?.at !== undefined && isTimetable(kept.timetable) ? { at: kept.at, timetable: kept.timetable } : null
}

export const keepTimetable = (owner: string, kept: Kept): void => storeDraft(owner, NAME, JSON.stringify(kept))

export const dropTimetable = (owner: string): void => forgetDraft(owner, NAME)
