/**
 * One sitting at a lesson: from when its dialog opens until the server has answered its last save.
 *
 * 1. All saves of a sitting are one change, with one Undo (docs/decisions/0059).
 * 2. Each save is based on the lesson as this sitting last sent or saw it, so that a teacher's saves never conflict with each other.
 * 3. If another window changes the lesson, the sitting takes in what the teacher hasn't changed. `write` asks about the rest.
 */
import type { OperationResult, TimeBlock } from '#shared/calendar/contract.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { confirmedBlock } from '#web/features/calendar/days/outbox/outcomes.ts'
import { savedBlock } from '#web/features/calendar/days/saved.ts'
import { takeStep } from '#web/features/calendar/days/steps.ts'
import { write } from '#web/features/calendar/days/writes.ts'
import { newBlockId } from '#web/features/calendar/model/block-id.ts'
import type { LaterLessons } from '#web/features/calendar/model/edits.ts'
import { type BlockPart, differsIn, partsThatDiffer, sameBlock, withParts } from '#web/features/calendar/model/merge-blocks.ts'
import { newUuid } from '#web/lib/uuid.ts'
import { reasonOf, rethrowBugs } from '#web/ui/report.ts'

export type SittingState = {
  /** The lesson's day. A change of the timetable can move the lesson while it is open. */
  date: string
  /** The lesson as this sitting last sent or saw it. Null before a new one is saved. */
  known: TimeBlock | null
  /** The lesson as the server last confirmed it. */
  confirmed: TimeBlock | null
  /** Number of saves that the server hasn't answered. */
  underWay: number
  hasSaved: boolean
  /** Why the latest save failed. */
  failure: string | null
  /** Counts how often the teacher chose the other window's version, which `known` then is. */
  replaced: number
}

/** How a sitting ended. `saved` is the server's last answer, if the sitting changed something. */
export type Ended = {
  saved: OperationResult | null
  before: TimeBlock | null
  after: TimeBlock | null
  date: string
  later: LaterLessons | undefined
  failure: string | null
}

type Begun = {
  calendar: CalendarRef
  date: string
  /** The lesson when its dialog opened. */
  before: TimeBlock | null
  /** The lesson as the typed text is based on it, if that isn't `before`. */
  base: TimeBlock | null
  failure: string | null
  onChange: (state: SittingState) => void
}

const isSame = (a: TimeBlock | null, b: TimeBlock | null): boolean => (a && b ? sameBlock(a, b) : a === b)

/** Returns a lesson and its day from the server's answer. */
const found = ({ entries }: OperationResult, blockId: string | undefined) =>
  entries.flatMap(({ date, blocks }) => blocks.map((block) => ({ date, block }))).find(({ block }) => block.id === blockId)

/** Returns what another window changed about a lesson, and whether the teacher changed the same in `mine`. */
const newsOf = (known: TimeBlock | null, theirs: TimeBlock, mine: TimeBlock): { parts: BlockPart[]; isConflict: boolean } => {
  const seen = confirmedBlock(known)
  if (!known || !seen || known.id !== theirs.id) return { parts: [], isConflict: false }
  const parts = partsThatDiffer(seen, theirs)
  return { parts, isConflict: parts.some((part) => differsIn(part, theirs, mine) && differsIn(part, known, mine)) }
}

export const beginSitting = ({ calendar, date, before, base, failure, onChange }: Begun) => {
  const sitting = newUuid()
  /** The lesson before the sitting, with what other windows have changed since. */
  let original = before
  let now: SittingState = { date, known: base, confirmed: base, underWay: 0, hasSaved: false, failure, replaced: 0 }
  let copyId = newBlockId(Date.now())
  let saved: OperationResult | null = null
  let later: LaterLessons | undefined
  let settled: Promise<unknown> = Promise.resolve()

  const set = (change: Partial<SittingState>) => {
    now = { ...now, ...change }
    onChange(now)
  }
  /** Takes in the version that the teacher chose, or that the lesson is gone. */
  const replace = (sent: TimeBlock | null) => {
    if (!sent || now.known !== sent) return
    const theirs = savedBlock(calendar, now.date, sent.id) ?? null
    original = theirs
    set({ known: theirs, confirmed: theirs, replaced: now.replaced + 1 })
  }
  const answered = (sent: TimeBlock | null, result: OperationResult | null) => {
    if (!result) return replace(sent)
    saved = result
    const copy = found(result, copyId)?.block
    // If the teacher keeps both versions, they go on with their own.
    if (copy) original = null
    if (copy) copyId = newBlockId(Date.now())
    const date = found(result, sent?.id)?.date ?? now.date
    const known = copy && now.known === sent ? copy : now.known
    set({ date, known, confirmed: copy ?? sent, hasSaved: true, failure: null })
  }
  const failed = (error: unknown) => {
    set({ failure: reasonOf(error) })
    rethrowBugs(error)
  }
  const end = () => {
    const underWay = now.underWay - 1
    set({ underWay, ...(underWay === 0 && now.failure !== null && { known: now.confirmed }) })
  }

  return {
    state: () => now,
    /** Sends the lesson, or deletes it. A failure is in the state. */
    save: (after: TimeBlock | null, changeLater?: LaterLessons) => {
      const { known, date } = now
      set({ known: after, underWay: now.underWay + 1, failure: null })
      later = changeLater
      const edit = { type: 'block', date, before: known, after, sitting, copyId, later } as const
      const answer = write(calendar, edit)
        .then((result) => answered(after, result), failed)
        .finally(end)
      // `allSettled` ignores errors. This promise passes a bug on, so that it is reported.
      void answer.then()
      settled = Promise.allSettled([settled, answer])
    },
    /** Forgets a failure. Nothing is left to save. */
    forgive: () => {
      if (now.failure !== null) set({ failure: null })
    },
    news: (theirs: TimeBlock, mine: TimeBlock) => newsOf(now.known, theirs, mine),
    /** Bases the next save on another window's version. */
    takeIn: (theirs: TimeBlock, parts: readonly BlockPart[]) => {
      original &&= withParts(original, parts, theirs)
      set({ known: theirs, confirmed: theirs })
    },
    /** Returns the lesson before the sitting, with what other windows have changed since. */
    original: () => original,
    /** Waits for the server's answers. */
    end: async (): Promise<Ended> => {
      await settled
      const { known, failure, date } = now
      const isChanged = !isSame(original, known)
      // Nothing is left to undo.
      if (saved && !isChanged && !later) takeStep(saved)
      return { saved: isChanged || later ? saved : null, before: original, after: known, date, later, failure }
    },
  }
}
