/**
 * Stores what is typed in a time block dialog on this device until the server has it, so that closing the tab loses nothing. The dialog saves
 * by itself, so what stays is text that couldn't be saved: the lesson has no title, or the page was closed before the save.
 *
 * 1. Drafts are stored by user, day, and block. Other users on this device never see them (lib/storage.ts).
 * 2. A draft includes the block it started from. When a draft is restored, fields that changed elsewhere but not in the draft keep their
 *    new values.
 * 3. A lesson keeps its ID when a day off or a change of the timetable moves it. Its draft follows it to its new day.
 */
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { type BlockDraft, blockFrom, draftOf, isChanged, newDraft } from '#web/features/calendar/model/block-draft.ts'
import { newBlockId } from '#web/features/calendar/model/block-id.ts'
import { sameBlock } from '#web/features/calendar/model/merge-blocks.ts'
import { forgetDraft, keptDrafts, storeDraft } from '#web/lib/drafts.ts'
import { blockIdOf, dateOf, nameOf } from './draft-names.ts'

/** Identifies a draft by its author, day, and time block. */
export type DraftPlace = { owner: string; date: string; blockId: string }
/** `from` is the block as the server last had it, and `sent` as it was last sent, which the server may have. */
type KeptDraft = { draft: BlockDraft; from: BlockDraft; sent?: BlockDraft | undefined; isNew: boolean; at: number }

const { classId: _, ...EMPTY } = newDraft(0)
const isClassId = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string'
/** Drafts from before there were classes don't have a class. */
const isDraft = (value: unknown): value is BlockDraft =>
  typeof value === 'object' &&
  value !== null &&
  (Object.keys(EMPTY) as (keyof typeof EMPTY)[]).every((field) => typeof (value as BlockDraft)[field] === typeof EMPTY[field]) &&
  isClassId((value as Partial<BlockDraft>).classId)
const withClassId = (draft: BlockDraft): BlockDraft => ({ ...draft, classId: draft.classId ?? null })

/** False for anything that this version of the planner can't have written, and for drafts of notes. */
const isKeptDraft = (kept: Partial<KeptDraft>): kept is KeptDraft =>
  isDraft(kept.draft) && isDraft(kept.from) && (kept.sent === undefined || isDraft(kept.sent))

const draftsOf = (owner: string, now: number): Map<string, KeptDraft> => {
  const drafts = new Map<string, KeptDraft>()
  for (const [name, kept] of keptDrafts(owner, now))
    if (isKeptDraft(kept)) drafts.set(name, { ...kept, draft: withClassId(kept.draft), from: withClassId(kept.from) })
  return drafts
}

export const keepDraft = ({ owner, ...place }: DraftPlace, kept: KeptDraft): void => storeDraft(owner, nameOf(place), JSON.stringify(kept))
export const dropDraft = ({ owner, ...place }: DraftPlace): void => forgetDraft(owner, nameOf(place))

/** A draft of a new time block (`isNew`), or of changes to a saved one, whose title is the saved one. */
export type UnsavedDraft = DraftPlace & { title: string; isNew: boolean }

/** Returns the time blocks that `owner` started or changed on this device and neither saved nor discarded, latest first. */
export const unsavedDrafts = (owner: string, now: number): UnsavedDraft[] =>
  [...draftsOf(owner, now)]
    .filter(([, { draft, from }]) => isChanged(draft, from))
    .sort(([, a], [, b]) => b.at - a.at)
    .map(([name, { draft, from, isNew }]) => ({
      owner,
      date: dateOf(name),
      blockId: blockIdOf(name),
      title: isNew ? draft.title : from.title,
      isNew,
    }))

/** Deletes a draft if the block has all of it. Then the save reached the server, and only the response was lost. Returns whether it did. */
export const dropIfSaved = (place: DraftPlace, block: TimeBlock, now: number): boolean => {
  const kept = draftsOf(place.owner, now).get(nameOf(place))
  const isSaved =
    kept !== undefined &&
    sameBlock(
      blockFrom(kept.draft, block, () => block.id),
      block,
    )
  if (isSaved) dropDraft(place)
  return isSaved
}

const changedFields = ({ draft, from }: KeptDraft): (keyof BlockDraft)[] =>
  (Object.keys(from) as (keyof BlockDraft)[]).filter((field) => draft[field] !== from[field])

/** Returns the current block with the draft's changed fields applied. */
const onto = (now: BlockDraft, kept: KeptDraft): BlockDraft => ({
  ...now,
  ...Object.fromEntries(changedFields(kept).map((field) => [field, kept.draft[field]])),
})

/** Returns the current block with the draft's changed fields as they were when they were typed, unless they are as they were sent. */
const baseOf = (now: BlockDraft, kept: KeptDraft): BlockDraft => {
  const moved = changedFields(kept).filter((field) => now[field] !== kept.from[field] && now[field] !== kept.sent?.[field])
  return { ...now, ...Object.fromEntries(moved.map((field) => [field, kept.from[field]])) }
}

export type InitialDraft = {
  place: DraftPlace
  /** The saved block, or an empty block. */
  from: BlockDraft
  /** The block that the draft is based on. Differs from `from` if both changed the same field. */
  base: BlockDraft
  draft: BlockDraft
  /** When the draft was typed, in ms since the epoch. Null if there's no stored draft. */
  keptAt: number | null
  /** True if the saved block differs from the one the draft started from. */
  hasMovedOn: boolean
}

type Opening = {
  owner: string
  date: string
  before: TimeBlock | null
  /** A new block, before anything is typed. */
  fresh: BlockDraft
  /** Returns whether a block on a loaded day, saved or pending, has this ID. */
  isPlanned: (blockId: string, on: string) => boolean
  now: number
}

/** Returns the name of a draft of this block. If the block was on another day when the draft was typed, moves the draft first. */
const nameOfSaved = (drafts: Map<string, KeptDraft>, { owner, date, isPlanned }: Opening, blockId: string): string => {
  const name = nameOf({ date, blockId })
  const isItsOwn = ([other, { isNew }]: [string, KeptDraft]) => !isNew && blockIdOf(other) === blockId && !isPlanned(blockId, dateOf(other))
  const [left] = drafts.has(name) ? [] : [...drafts].filter(isItsOwn).sort(([, a], [, b]) => b.at - a.at)
  if (!left) return name
  const [other, kept] = left
  drafts.set(name, kept)
  keepDraft({ owner, date, blockId }, kept)
  dropDraft({ owner, date: dateOf(other), blockId })
  return name
}

/**
 * Turns the draft of a block that doesn't exist anymore into the draft of a new one on this day, with all of its text. It is the latest one
 * there, so opening a new block restores it.
 */
export const keepAsNew = (place: DraftPlace, date: string, now: number): void => {
  const kept = draftsOf(place.owner, now).get(nameOf(place))
  if (!kept) return
  // Empty times differ from those of the draft, so a new block takes the draft's times.
  const from = { ...newDraft(0), startTime: '', endTime: '' }
  keepDraft({ owner: place.owner, date, blockId: newBlockId(now) }, { draft: kept.draft, from, isNew: true, at: now })
  dropDraft(place)
}

/** Returns a dialog's initial state: the draft stored for this block (or for a new block on this day), otherwise the block itself. */
export const openDraft = (opening: Opening): InitialDraft => {
  const { owner, date, before, fresh, isPlanned, now } = opening
  const drafts = draftsOf(owner, now)
  const from = before ? draftOf(before) : fresh
  const isOfNewBlock = ([name, { isNew }]: [string, KeptDraft]) =>
    isNew && name.startsWith(nameOf({ date, blockId: '' })) && !isPlanned(blockIdOf(name), date)
  const latestNew = () => [...drafts].filter(isOfNewBlock).sort(([, a], [, b]) => b.at - a.at)[0]?.[0]
  const name = before ? nameOfSaved(drafts, opening, before.id) : latestNew()
  const kept = name === undefined ? undefined : drafts.get(name)
  const place = { owner, date, blockId: before?.id ?? name?.slice(date.length + 1) ?? newBlockId(now) }
  const draft = kept ? onto(from, kept) : from
  if (kept && isChanged(draft, from)) {
    const hasMovedOn = before !== null && isChanged(from, kept.from) && !(kept.sent && !isChanged(from, kept.sent))
    return { place, from, base: before ? baseOf(from, kept) : from, draft, keptAt: kept.at, hasMovedOn }
  }
  if (kept && before) dropDraft(place)
  return { place, from, base: from, draft: from, keptAt: null, hasMovedOn: false }
}
