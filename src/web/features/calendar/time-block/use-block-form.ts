import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { hasBlock, shownDay } from '#web/features/calendar/days/shown.ts'
import {
  type BlockDraft,
  blockFrom,
  type DraftProblems,
  isChanged,
  newDraft,
  nextStart,
  problemsOf,
} from '#web/features/calendar/model/block-draft.ts'
import type { LaterLessons } from '#web/features/calendar/model/edits.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { knownClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { useKeptDraft } from '#web/lib/use-kept-draft.ts'
import { dropDraft, keepDraft, openDraft } from './kept-drafts.ts'
import { useLaterLessons } from './use-later-lessons.ts'

/** The ID of the form element. */
export const FORM = 'time-block'

const focusText = (): void => document.querySelector<HTMLElement>(`#${FORM} [role='textbox']`)?.focus()
const focusField = (name: string): void => document.querySelector<HTMLElement>(`#${FORM} [name='${name}']`)?.focus()

type Begun = {
  date: string
  before: TimeBlock | null
  slot: Partial<Slot> | undefined
  unsaved: { draft: BlockDraft; blockId: string } | undefined
  duration: number
}

/**
 * Holds the values that a teacher types into a time block, and stores them on this device. Reads the description from the editor when it's
 * needed instead of on every keystroke.
 */
const useBlockDraft = ({ date, before, slot, unsaved, duration }: Begun) => {
  const calendar = useCalendar()
  const { id: owner } = useUser()
  const [initial, setInitial] = useState(() => {
    const start = nextStart(shownDay(calendar, date)?.lessons.map(({ block }) => block) ?? [])
    const classId = classNamed(slot?.title ?? '', knownClasses())?.id ?? null
    const fresh = { ...newDraft(duration, start), classId, ...slot }
    const found = openDraft({ owner, date, before, fresh, isPlanned: (id, on) => hasBlock(calendar, on, id), now: Date.now() })
    const place = { owner, date, blockId: unsaved?.blockId ?? found.place.blockId }
    return unsaved ? { ...found, place, draft: unsaved.draft, keptAt: null } : found
  })
  const { from, place, keptAt, hasMovedOn } = initial
  const [fields, setFields] = useState(initial.draft)
  const [editorKey, setEditorKey] = useState(0)
  const readDescription = useRef<() => string>(undefined)

  const read = (): BlockDraft => ({ ...fields, description: readDescription.current?.() ?? fields.description })
  const keeper = useKeptDraft(() => {
    const draft = read()
    if (isChanged(draft, from)) keepDraft(place, { draft, from, isNew: before === null, at: Date.now() })
    else dropDraft(place)
  })
  const forget = () => {
    keeper.stop()
    dropDraft(place)
  }
  const restart = (draft: BlockDraft) => {
    readDescription.current = undefined
    setFields(draft)
    setEditorKey((key) => key + 1)
  }
  return {
    fields,
    /** A key that changes to remount the editor with `fields.description`. */
    editorKey,
    blockId: place.blockId,
    keptAt,
    hasMovedOn,
    read,
    isChanged: () => isChanged(read(), from),
    /** Sets fields other than the description. */
    change: (changed: Partial<BlockDraft>) => {
      setFields((now) => ({ ...now, ...changed }))
      keeper.touch()
    },
    /** Sets all fields, including the description. */
    fill: (draft: BlockDraft) => {
      restart(draft)
      keeper.touch()
    },
    onEdit: (readNow: () => string) => {
      readDescription.current = readNow
      keeper.touch()
    },
    /** Deletes the draft stored on this device. */
    forget,
    /** Deletes the draft stored on this device and shows the saved time block. */
    dropKept: () => {
      forget()
      setInitial({ ...initial, draft: from, keptAt: null })
      restart(from)
    },
  }
}

type BlockForm = Begun & {
  onSave: (after: TimeBlock, draft: BlockDraft, later: LaterLessons | undefined) => void
  onClose: () => void
}

/** The state of the time block form, small or expanded. */
export const useBlockForm = ({ onSave, onClose, ...begun }: BlockForm) => {
  const draft = useBlockDraft(begun)
  const later = useLaterLessons(begun.date, begun.before, draft.fields)
  const [problems, setProblems] = useState<DraftProblems>({})
  const [isExpanded, setIsExpanded] = useState(false)

  /** A sentence about text beside the editor that isn't part of the description yet, such as an AI draft. */
  const [pending, setPending] = useState<string | null>(null)
  /** True while the teacher is asked whether to save without the pending text. */
  const [isAsking, setIsAsking] = useState(false)

  const expand = (isWanted: boolean) => {
    flushSync(() => setIsExpanded(isWanted))
    focusText()
  }
  /** Saves the time block. If text is pending, asks first, unless the teacher has already confirmed. */
  const save = ({ hasAsked = false } = {}) => {
    const written = draft.read()
    const found = problemsOf(written)
    const isRight = Object.keys(found).length === 0
    if (isRight && pending !== null && !hasAsked) return setIsAsking(true)
    if (isRight && later.problem === undefined)
      return onSave(
        blockFrom(written, begun.before, () => draft.blockId),
        written,
        later.wanted,
      )
    // Collapse to the small form, which contains the invalid fields.
    flushSync(() => {
      setProblems(found)
      setIsExpanded(false)
    })
    const first = (['title', 'startTime', 'endTime'] as const).find((field) => found[field])
    focusField(first ?? 'until')
  }
  const leave = () => {
    draft.forget()
    onClose()
  }
  const lesson = draft.fields.title.trim() ? `“${draft.fields.title.trim()}”` : 'this lesson'
  return {
    ...draft,
    later,
    problems,
    pending,
    setPending,
    isAsking,
    stopAsking: () => setIsAsking(false),
    isExpanded,
    expand,
    save,
    close: leave,
    unsaved: {
      isChanged: () => pending !== null || draft.isChanged(),
      message:
        pending === null
          ? `You have unsaved changes to ${lesson}.`
          : `${pending} If you leave now, you’ll lose it, even if you save ${lesson}.`,
      onSave: () => save({ hasAsked: true }),
    },
  }
}
