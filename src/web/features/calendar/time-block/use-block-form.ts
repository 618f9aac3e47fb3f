import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { classNamed } from '#shared/classes/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { hasBlock, shownDay } from '#web/features/calendar/days/shown.ts'
import { type BlockDraft, type DraftProblems, newDraft, nextStart, problemsOf } from '#web/features/calendar/model/block-draft.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { knownClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { type InitialDraft, openDraft } from './kept-drafts.ts'
import type { Ended } from './sitting.ts'
import { useSitting } from './use-sitting.ts'

/** The ID of the form element. */
export const FORM = 'time-block'

const focusText = (): void => document.querySelector<HTMLElement>(`#${FORM} [role='textbox']`)?.focus()
const focusField = (name: string): void => document.querySelector<HTMLElement>(`#${FORM} [name='${name}']`)?.focus()

/** A draft that couldn't be saved, and why. */
export type Unsaved = { draft: BlockDraft; blockId: string; reason: string }

type Begun = {
  date: string
  before: TimeBlock | null
  slot: Partial<Slot> | undefined
  unsaved: Unsaved | undefined
  duration: number
}

type BlockForm = Begun & {
  /** Called when the dialog closes after changes. `draft` is what the teacher typed last. */
  onEnd: (ended: Promise<Ended>, draft: BlockDraft, blockId: string) => void
  onDelete: (block: TimeBlock) => void
  onClose: () => void
}

/** Returns the text that the dialog opens with: a draft from this device, the block, or an empty block. */
const useOpened = ({ date, before, slot, unsaved, duration }: Begun): InitialDraft => {
  const calendar = useCalendar()
  const { id: owner } = useUser()
  const [opened] = useState(() => {
    const start = nextStart(shownDay(calendar, date)?.lessons.map(({ block }) => block) ?? [])
    const classId = classNamed(slot?.title ?? '', knownClasses())?.id ?? null
    const fresh = { ...newDraft(duration, start), classId, ...slot }
    const found = openDraft({ owner, date, before, fresh, isPlanned: (id, on) => hasBlock(calendar, on, id), now: Date.now() })
    const place = { owner, date, blockId: unsaved?.blockId ?? found.place.blockId }
    return unsaved ? { ...found, place, draft: unsaved.draft, keptAt: null } : found
  })
  return opened
}

/** The state of the time block form, small or expanded. */
export const useBlockForm = ({ onEnd, onDelete, onClose, ...begun }: BlockForm) => {
  const { date, before, unsaved } = begun
  const calendar = useCalendar()
  const opened = useOpened(begun)
  const sitting = useSitting({ calendar, date, before, opened, failure: unsaved?.reason ?? null, onGone: onClose })
  const [problems, setProblems] = useState<DraftProblems>({})
  const [isExpanded, setIsExpanded] = useState(false)

  /** A sentence about text beside the editor that isn't part of the description yet, such as an AI draft. */
  const [pending, setPending] = useState<string | null>(null)
  /** How the dialog closes once the teacher has confirmed that the pending text is lost. */
  const [isAsking, setIsAsking] = useState<'save' | 'close' | null>(null)

  const expand = (isWanted: boolean) => {
    flushSync(() => setIsExpanded(isWanted))
    focusText()
  }
  /** Collapses to the small form, which contains the invalid fields. */
  const showProblems = (found: DraftProblems) => {
    flushSync(() => {
      setProblems(found)
      setIsExpanded(false)
    })
    const first = (['title', 'startTime', 'endTime'] as const).find((field) => found[field])
    focusField(first ?? 'until')
  }
  /** Closes the dialog. What can't be saved stays on this device. */
  const leaveDraft = () => {
    sitting.keep()
    sitting.rest()
    showToast({ title: 'Kept as a draft', description: 'This lesson isn’t saved yet. Your text is on this device.' })
    onClose()
  }
  const finish = () => {
    const written = sitting.read()
    // Stays until the server has it.
    sitting.keep()
    sitting.rest()
    onEnd(sitting.end(), written, sitting.blockId)
    onClose()
  }
  /** Saves and closes. If text is pending, asks first, unless the teacher has already confirmed. */
  const leave = (how: 'save' | 'close', hasAsked = false) => {
    const written = sitting.read()
    const found = problemsOf(written)
    const isRight = Object.keys(found).length === 0
    const isLeft = sitting.isUnsaved(written)
    // Without its end date, the change of later lessons would be forgotten.
    if (isRight ? sitting.later.problem !== undefined : how === 'save') return showProblems(found)
    if (pending !== null && !hasAsked) return setIsAsking(how)
    if (how === 'close' && isLeft && (!isRight || (sitting.state.failure !== null && !sitting.isDirty))) return leaveDraft()
    sitting.saveNow({ isLast: true, isWanted: how === 'save' })
    finish()
  }
  const remove = () => {
    // Undo brings the typed text back.
    if (Object.keys(problemsOf(sitting.read())).length === 0) sitting.saveNow()
    sitting.dropDrafts()
    sitting.rest()
    const block = sitting.known()
    if (block) onDelete(block)
  }
  return {
    ...sitting,
    problems,
    pending,
    setPending,
    isAsking: isAsking !== null,
    stopAsking: () => setIsAsking(null),
    confirm: () => leave(isAsking ?? 'close', true),
    isExpanded,
    expand,
    save: () => leave('save'),
    close: () => leave('close'),
    remove,
  }
}
