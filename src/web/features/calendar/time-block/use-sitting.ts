import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { useSavedBlock } from '#web/features/calendar/days/saved.ts'
import { type BlockDraft, blockFrom, type DraftProblems, draftOf, isChanged, problemsOf } from '#web/features/calendar/model/block-draft.ts'
import { sameBlock } from '#web/features/calendar/model/merge-blocks.ts'
import type { TextHandle } from '#web/features/rich-text/text-handle.ts'
import { useKeptDraft } from '#web/lib/use-kept-draft.ts'
import { dropDraft, type InitialDraft, keepDraft } from './kept-drafts.ts'
import { beginSitting, type SittingState } from './sitting.ts'
import { useBlockDraft } from './use-block-draft.ts'
import { useLaterLessons } from './use-later-lessons.ts'

/** How long after the last keystroke a lesson is saved, in milliseconds. Its draft is stored on this device sooner. */
const SAVE_PAUSE_MS = 1000

type Begun = {
  calendar: CalendarRef
  date: string
  before: TimeBlock | null
  opened: InitialDraft
  /** Why an earlier save failed. */
  failure: string | null
  /** Called when the lesson was deleted elsewhere and the teacher leaves it deleted. */
  onGone: () => void
}

const needOf = ({ title, startTime, endTime, description }: DraftProblems): string | null => {
  if (title) return 'Needs a title to save'
  if (startTime || endTime) return 'Needs valid times to save'
  return description ? 'Too long to save' : null
}

/** The values of a time block's form, the lesson that they make, and the draft of them on this device. */
const useLesson = ({ calendar, date, before, opened, failure }: Begun) => {
  const { place, from } = opened
  const [changed, setState] = useState<SittingState | null>(null)
  const [sitting] = useState(() => {
    const base = before && (opened.base === from ? before : blockFrom(opened.base, before, () => place.blockId))
    return beginSitting({ calendar, date, before, base, failure, onChange: setState })
  })
  const state = changed ?? sitting.state()
  const text = useRef<TextHandle>(null)
  const draft = useBlockDraft(opened.draft, text)
  const later = useLaterLessons(state.date, before, draft.fields)

  const placeNow = () => {
    const { date, known } = sitting.state()
    return { ...place, date, blockId: known?.id ?? place.blockId }
  }
  const dropDrafts = () => {
    for (const one of [place, placeNow()]) dropDraft(one)
  }
  /**
   * Returns the lesson to save. Until the dialog closes, one whose new title and times later lessons get too keeps its old ones, because the
   * server finds the later lessons by them.
   */
  const blockOf = (written: BlockDraft, isLast: boolean): TimeBlock => {
    const was = sitting.original()
    const isHeld = !isLast && was !== null && later.isOffered && later.isWanted
    const { title, startTime, endTime, classId = null } = was ?? written
    const block = isHeld ? { ...written, title, startTime, endTime, classId } : written
    return blockFrom(block, sitting.state().known, () => place.blockId)
  }
  const isUnsaved = (written: BlockDraft): boolean => {
    const { known } = sitting.state()
    return known ? !sameBlock(blockOf(written, true), known) : isChanged(written, from)
  }
  const keep = () => {
    const written = draft.read()
    const { known, confirmed, underWay } = sitting.state()
    if (underWay === 0 && !isUnsaved(written)) return dropDrafts()
    const sent = known && known !== confirmed ? draftOf(known) : undefined
    keepDraft(placeNow(), { draft: written, from: confirmed ? draftOf(confirmed) : from, sent, isNew: known === null, at: Date.now() })
  }
  return { from, sitting, state, text, draft, later, dropDrafts, blockOf, isUnsaved, keep }
}
type Lesson = ReturnType<typeof useLesson>

/** When the lesson is saved, and what Undo takes back. */
const useSaves = ({ from, sitting, draft, later, dropDrafts, blockOf, keep }: Lesson) => {
  const [hasTyped, setHasTyped] = useState(false)
  /** True while something was typed since the last save. */
  const [isDirty, setIsDirty] = useState(false)
  /** Why the lesson can't be saved, such as 'Needs a title to save'. */
  const [need, setNeed] = useState<string | null>(null)
  /** What Undo took back. */
  const [undone, setUndone] = useState<BlockDraft | null>(null)

  /** Saves what isn't saved. With `isLast`, also changes later lessons. With `isWanted`, saves a new lesson that wasn't changed, too. */
  const saveNow = ({ isLast = false, isWanted = false } = {}) => {
    saver.stop()
    setIsDirty(false)
    const written = draft.read()
    const { known } = sitting.state()
    const block = blockOf(written, isLast)
    const changeLater = isLast ? later.wanted : undefined
    const isSaved = known ? sameBlock(block, known) : !isWanted && !isChanged(written, from)
    const missing = isSaved ? null : needOf(problemsOf(written))
    setNeed(missing)
    if (isSaved && !changeLater) sitting.forgive()
    else if (missing === null) {
      // An earlier pause may have saved the new title and times, but the server finds the later lessons by the old ones.
      const held = changeLater && blockOf(written, false)
      if (held && known && !sameBlock(held, known)) sitting.save(held)
      sitting.save(block, changeLater)
    }
  }
  const keeper = useKeptDraft(keep)
  const saver = useKeptDraft(saveNow, SAVE_PAUSE_MS)
  const touch = () => {
    setHasTyped(true)
    setIsDirty(true)
    setUndone(null)
    keeper.touch()
    saver.touch()
  }
  /** Stops the timers. Nothing is left to save. */
  const rest = () => {
    keeper.stop()
    saver.stop()
    setIsDirty(false)
    setNeed(null)
  }
  const undo = () => {
    const typed = draft.read()
    const was = sitting.original()
    const { known } = sitting.state()
    draft.put(was ? draftOf(was) : from)
    rest()
    setUndone(typed)
    if (known && !(was && sameBlock(known, was))) sitting.save(was)
    dropDrafts()
  }
  const redo = () => {
    if (!undone) return
    draft.put(undone)
    touch()
  }
  return { hasTyped, isDirty, need, saveNow, touch, rest, undo, redo, canUndo: hasTyped && undone === null, canRedo: undone !== null }
}

type News = { calendar: CalendarRef; lesson: Lesson; saves: ReturnType<typeof useSaves>; onGone: () => void }

/** Takes in what the server and other windows say about the lesson. */
const useNews = ({ calendar, lesson: { sitting, state, draft, dropDrafts, blockOf, keep }, saves, onGone }: News) => {
  const { date, underWay, hasSaved, replaced, known } = state
  const saved = useSavedBlock(calendar, date, known?.id)
  const takeIn = (theirs: TimeBlock) => {
    const { parts, isConflict } = sitting.news(theirs, blockOf(draft.read(), false))
    if (parts.length === 0) return
    // The save asks the teacher. Text of an earlier sitting waits until they go on with it.
    if (isConflict) return saves.hasTyped && saves.saveNow()
    sitting.takeIn(theirs, parts)
    const fields = Object.entries(draftOf(theirs)).filter(([field]) => parts.flat().some((part) => part === field))
    draft.take(Object.fromEntries(fields))
  }
  const replace = () => {
    const theirs = sitting.state().known
    saves.rest()
    dropDrafts()
    if (theirs) draft.put(draftOf(theirs))
    else onGone()
  }
  const onNews = useEffectEvent(takeIn)
  const onSettled = useEffectEvent(keep)
  const onReplaced = useEffectEvent(replace)
  useEffect(() => {
    if (saved && underWay === 0) onNews(saved)
  }, [saved, underWay])
  useEffect(() => {
    if (hasSaved && underWay === 0) onSettled()
  }, [hasSaved, underWay])
  useEffect(() => {
    if (replaced > 0) onReplaced()
  }, [replaced])
}

/** The values of a time block's form, which save themselves after each pause, and the state of the saves. */
export const useSitting = (begun: Begun) => {
  const { opened, calendar, onGone } = begun
  const lesson = useLesson(begun)
  const saves = useSaves(lesson)
  useNews({ calendar, lesson, saves, onGone })
  /** True until the teacher takes back text of an earlier sitting. */
  const [isKept, setIsKept] = useState(opened.keptAt !== null)
  const { draft, sitting, state } = lesson
  return {
    ...lesson,
    ...saves,
    ...draft,
    /** Sets fields other than the description. */
    change: (changed: Partial<BlockDraft>) => {
      draft.change(changed)
      saves.touch()
    },
    /** Sets all fields, including the description. */
    fill: (filled: BlockDraft) => {
      draft.put(filled)
      saves.touch()
    },
    onEdit: (readNow: () => string) => {
      draft.readFrom(readNow)
      saves.touch()
    },
    end: sitting.end,
    /** Returns the lesson as last sent or seen. */
    known: () => sitting.state().known,
    blockId: state.known?.id ?? opened.place.blockId,
    keptAt: isKept ? opened.keptAt : null,
    hasMovedOn: opened.hasMovedOn,
    undo: () => {
      setIsKept(false)
      saves.undo()
    },
  }
}
