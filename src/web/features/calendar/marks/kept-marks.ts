/** Stores the text of an unsaved note or block-out on this device, like the drafts of time blocks, until the teacher saves or discards it. */
import { datesOfSpan, type MarkKind, type Span } from '#web/features/calendar/model/marks.ts'
import { forgetDraft, keptDrafts, storeDraft } from '#web/lib/drafts.ts'

/** Identifies a draft by its author, calendar, first day, and kind. */
type MarkPlace = { owner: string; calendarId: string; date: string; kind: MarkKind }
export type MarkDraft = { text: string; span: Span }
/** A draft that a dialog begins with, and the reason if saving it failed. */
export type UnsavedMark = MarkDraft & { reason?: string }
/** `seen` is the saved text when the draft was typed. */
type KeptMark = MarkDraft & { seen: string | null; at: number }

const nameOf = ({ calendarId, date, kind }: MarkPlace): string => `${kind} ${date} ${calendarId}`

export const dropMark = (place: MarkPlace): void => forgetDraft(place.owner, nameOf(place))

/** Returns whether a draft has text that isn't saved. */
export const isUnsaved = (text: string, seen: string | null): boolean => text.trim() !== '' && text.trim() !== seen

/** Stores a draft, unless its text is empty or equals the saved text. */
export const keepMark = (place: MarkPlace, kept: KeptMark): void => {
  if (isUnsaved(kept.text, kept.seen)) storeDraft(place.owner, nameOf(place), JSON.stringify(kept))
  else dropMark(place)
}

type InitialMark = MarkDraft & {
  /** When the draft was typed, in ms since the epoch. Null if there's no stored draft. */
  keptAt: number | null
  /** True if the saved text differs from the one the draft started from. */
  hasMovedOn: boolean
}

/**
 * Returns a dialog's initial state: the stored draft, or else the saved text (`seen`) and `span`. A draft whose days can't be marked, such as
 * one without an end date, keeps its text and gets `span`.
 */
export const openMark = (place: MarkPlace, seen: string | null, span: Span, now: number): InitialMark => {
  const kept = keptDrafts(place.owner, now).get(nameOf(place)) as (Partial<KeptMark> & { at: number }) | undefined
  if (typeof kept?.text === 'string' && isUnsaved(kept.text, seen)) {
    const days = kept.span && datesOfSpan(kept.span).length > 0 ? kept.span : span
    return { text: kept.text, span: days, keptAt: kept.at, hasMovedOn: kept.seen !== seen }
  }
  return { text: seen ?? '', span, keptAt: null, hasMovedOn: false }
}
