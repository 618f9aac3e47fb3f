/** Undo and Redo, from a toast, the keyboard, or the command palette. */
import type { OperationResult } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { keyName } from '#web/lib/input/shortcut.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { isMac } from '#web/lib/platform.ts'
import { createStore } from '#web/lib/store.ts'
import { report } from '#web/ui/report.ts'
import { showToast, type ToastMessage } from '#web/ui/toasts/toast-store.ts'
import type { CalendarRef } from './calendar-ref.ts'
import { latestStep, noteReversal, takeStep, type UndoEntry } from './steps.ts'
import { write } from './writes.ts'

type Direction = 'undo' | 'redo'
const MESSAGES = {
  undo: { done: 'Change undone', failed: 'Undo failed', other: 'Redo', nothing: 'Nothing to undo' },
  redo: { done: 'Change redone', failed: 'Redo failed', other: 'Undo', nothing: 'Nothing to redo' },
} as const

/** The undos and redos that the server hasn't confirmed yet. `hasWaiting` is true if one of them waits for others. */
type Unconfirmed = { direction: Direction; hasWaiting: boolean; settled: Promise<unknown> }
const unconfirmed = createStore<Unconfirmed | null>(null)

const noteUnconfirmed = (direction: Direction, reversal: Promise<unknown>, isWaiting = false): void => {
  const before = unconfirmed.get()
  const now: Unconfirmed = {
    direction,
    hasWaiting: isWaiting || before?.hasWaiting === true,
    settled: Promise.allSettled([before?.settled, reversal]).then(() => {
      if (unconfirmed.get() === now) unconfirmed.set(null)
    }),
  }
  unconfirmed.set(now)
}

/** Returns why a step can't be undone or redone: it says which day or what else was changed since. */
const whyNot = (reason: string, error: unknown): string => {
  if (!(error instanceof RefusedCall) || error.code !== 'stale') return reason
  const { date } = error.body ?? {}
  return `${date === undefined ? reason : `${formatDay(date, 'short')} was changed since.`} We left everything as it is.`
}

type Told = { hint?: string | undefined; onFailed?: ((reason: string) => void) | undefined }

/** Undoes or redoes a step and shows the result, and an optional hint, in a toast. */
const reverse = async (calendar: CalendarRef, step: UndoEntry, direction: Direction, { hint, onFailed }: Told = {}): Promise<boolean> => {
  const messages = MESSAGES[direction]
  // Removed immediately, so that the next Undo applies to the step before it.
  takeStep(step)
  const reversed = report(() => write(calendar, { type: 'undo', dates: step.dates, operationId: step.operationId }), {
    done: (reversal) => {
      if (!reversal) return { title: messages.done }
      const { sitting: _, earlier: __, ...one } = step
      const next = { ...one, operationId: reversal.operationId }
      noteReversal(direction === 'undo' ? 'undone' : 'done', next)
      const otherDirection = direction === 'undo' ? 'redo' : 'undo'
      const action = { label: messages.other, onPress: () => void reverse(calendar, next, otherDirection) }
      return { title: messages.done, action, ...(hint && { description: hint }) }
    },
    failed: (reason, error) => {
      const description = whyNot(reason, error)
      onFailed?.(description)
      return { title: messages.failed, description }
    },
  })
  noteUnconfirmed(direction, reversed)
  return reversed
}

/** Undoes or redoes a change from the list of changes, and names it in the toast. Returns why it failed, or null. */
export const reverseChange = async (
  calendar: CalendarRef,
  change: Omit<UndoEntry, 'calendarId'>,
  direction: Direction,
): Promise<string | null> => {
  let failure: string | null = null
  const onFailed = (reason: string) => {
    failure = reason
  }
  await reverse(calendar, { calendarId: calendar.id, ...change }, direction, { hint: change.words, onFailed })
  return failure
}

/** Undoes an operation that changed `dates` and shows the result in a toast. */
export const undo = (calendar: CalendarRef, dates: readonly string[], operationId: string): Promise<boolean> =>
  reverse(calendar, { calendarId: calendar.id, dates, operationId }, 'undo')

const reverseLatest = (calendar: CalendarRef, direction: Direction, hint?: string): void => {
  const begin = async (): Promise<void> => {
    const step = latestStep(direction === 'undo' ? 'done' : 'undone', calendar.id)
    if (step) await reverse(calendar, step, direction, { hint })
    else showToast({ title: MESSAGES[direction].nothing })
  }
  // A step can be redone only once its undo is confirmed, and the other way around.
  const others = unconfirmed.get()
  if (others && (others.direction !== direction || others.hasWaiting)) {
    const waiting = others.settled.then(begin)
    noteUnconfirmed(direction, waiting, true)
    // `settled` ignores errors. This promise passes a bug on, so that it is reported.
    void waiting.then()
  } else void begin()
}

/** Undoes the latest change made in this tab. The toast names the key that redoes it. */
export const undoLatest = (calendar: CalendarRef): void =>
  reverseLatest(calendar, 'undo', `Press ${keyName('Mod+Shift+z', isMac)} to redo.`)
/** Redoes the most recently undone change. */
export const redoLatest = (calendar: CalendarRef): void => reverseLatest(calendar, 'redo')

/** Returns the Undo action for a toast that reports an operation. */
export const undoAction = (
  calendar: CalendarRef,
  { entries, removed, operationId }: OperationResult,
): NonNullable<ToastMessage['action']> => ({
  label: 'Undo',
  onPress: () => void undo(calendar, [...entries.map(({ date }) => date), ...removed], operationId),
})

/** The toast for a save that changed nothing. */
export const NOTHING_CHANGED = { title: 'No changes made', description: 'You’re seeing the saved version.', tone: 'neutral' } as const
