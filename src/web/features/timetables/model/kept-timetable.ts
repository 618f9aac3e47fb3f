/** Keeps the timetable that a teacher is typing on this device, until its lessons are on the calendar. */
import { forgetDraft, keptDrafts, storeDraft } from '#web/lib/drafts.ts'
import type { Grid } from './grid.ts'
import { newTimetableDraft, type TimetableDraft } from './timetable-draft.ts'

const NAME = 'timetable'
const changeOf = (id: string): string => `timetable ${id}`
type Kept = { at: number; timetable: TimetableDraft }

/** False for anything that this version of the page can't have written. */
const isTimetable = (value: unknown): value is TimetableDraft => {
  if (typeof value !== 'object' || value === null) return false
  const example = newTimetableDraft('2026-11-18')
  const isLike = (Object.keys(example) as (keyof TimetableDraft)[]).every(
    (field) => field === 'from' || field === 'followsSchool' || typeof (value as TimetableDraft)[field] === typeof example[field],
  )
  return isLike && Array.isArray((value as TimetableDraft).grid.rows) && Array.isArray((value as TimetableDraft).grid.classes)
}

/** Returns the stored draft, with the time in ms since the epoch when it was typed. */
export const keptTimetable = (owner: string, now: number): Kept | null => {
  const kept = keptDrafts(owner, now).get(NAME) as Partial<Kept> | undefined
  return kept?.at !== undefined && isTimetable(kept.timetable)
    ? { at: kept.at, timetable: { ...kept.timetable, followsSchool: kept.timetable.followsSchool === true } }
    : null
}

/** A change of a timetable that isn't on the calendar yet. `grid` is null until the teacher changes something in it. */
export type GridDraft = { from: string; lastDay: string; grid: Grid | null }
type KeptChange = { at: number; change: GridDraft }

const isChange = (value: unknown): value is GridDraft => {
  if (typeof value !== 'object' || value === null) return false
  const { from, lastDay, grid } = value as Partial<GridDraft>
  const isGrid = grid === null || (Array.isArray(grid?.rows) && Array.isArray(grid.fixed) && Array.isArray(grid.classes))
  return typeof from === 'string' && typeof lastDay === 'string' && isGrid
}

/** Returns the stored change of a timetable. */
export const keptChange = (owner: string, id: string, now: number): KeptChange | null => {
  const kept = keptDrafts(owner, now).get(changeOf(id)) as Partial<KeptChange> | undefined
  return kept?.at !== undefined && isChange(kept.change) ? { at: kept.at, change: kept.change } : null
}

export const keepChange = (owner: string, id: string, kept: KeptChange): void => storeDraft(owner, changeOf(id), JSON.stringify(kept))

export const dropChange = (owner: string, id: string): void => forgetDraft(owner, changeOf(id))

export const keepTimetable = (owner: string, kept: Kept): void => storeDraft(owner, NAME, JSON.stringify(kept))

export const dropTimetable = (owner: string): void => forgetDraft(owner, NAME)
