/**
 * The only code that sends changes to days to the server.
 *
 * 1. An edit appears on screen immediately and remains there until the server responds.
 * 2. Edits to the same day are sent one at a time, each based on the last confirmed state.
 * 3. An edit that gets no response is resent with the same ID, so that it takes effect only once. A moved plan isn't: see `isSentOnce`.
 * 4. If a day turns out to be stale, its current state is shown and the edit is planned again on top of it. If both sides changed a time
 *    block, the teacher decides which one to keep. Edits that overwrite a whole day are rejected instead, because the teacher hasn't seen
 *    the content they would replace.
 * 5. If an edit fails, only that edit is reverted. Other edits to the same day remain queued.
 */
import type { CalendarDay, OperationResult, TimeBlock } from '#shared/calendar/contract.ts'
import { refusals } from '#shared/errors.ts'
import type { MoveResult } from '#shared/moves/contract.ts'
import type { Applied } from '#shared/templates/apply/contract.ts'
import type { CycleDayResult, TimetableResult } from '#shared/timetables/contract.ts'
import { type DayEdit, datesOf, type PendingEdit } from '#web/features/calendar/model/edits.ts'
import { ownDay } from '#web/features/calendar/model/school-entry.ts'
import { reloadRecords, UNPLACED_KEY } from '#web/features/classes/data.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { watchSave } from '#web/lib/net/save-status.ts'
import { newUuid } from '#web/lib/uuid.ts'
import type { CalendarRef } from './calendar-ref.ts'
import { editWords } from './edit-words.ts'
import type { Imported } from './imports/import-calls.ts'
import { createTurns } from './in-turn.ts'
import { disownOperation, noteOwnOperation } from './own-operations.ts'
import { addPending, removePending, settleBlock } from './pending.ts'
import { type DayLookup, planOf } from './plans.ts'
import { retryUntilReached } from './retry-offline.ts'
import { putDays, reloadDays, savedDay, savedMark } from './saved.ts'
import { forgetStep, noteStep } from './steps.ts'

/** If this isn't enough, another user keeps changing the day. Failing is better than retrying forever. */
const MAX_ATTEMPTS = 6

const PLANNED_AGAIN = new Set<DayEdit['type']>(['block', 'blocks', 'move', 'lessons', 'mark'])

/** True if a day off or an open day moved the lessons of later days, which can leave plans without a day. */
const isLaidAgain = (edit: PendingEdit, { entries, removed }: OperationResult): boolean =>
  (edit.type === 'mark' || edit.type === 'marks') && entries.length + removed.length > datesOf(edit).length

/** Adds a link to the operation's toast if it left lessons without a day. */
const linkUnplaced = async (result: OperationResult | null, before: readonly { id: string }[] | undefined): Promise<void> => {
  const told = (result as Partial<TimetableResult> | null)?.unplaced
  try {
    await (await import('./timetables/unplaced-news.ts')).linkUnplaced(told, before)
  } catch {
    // Probably offline. The count in the sidebar follows later.
  }
}

const CHANGES_RECORDS = new Set<DayEdit['type']>([
  'undo',
  'timetable',
  'cycle-day',
  'rename-class',
  'place',
  'drop-unplaced',
  'move-plan',
  'year-copy',
  'import',
  'closure',
  'opening',
])
const LINKS_UNPLACED = new Set<DayEdit['type']>(['timetable', 'cycle-day', 'move-plan', 'year-copy', 'closure', 'opening'])

/**
 * Returns whether an edit can be applied to a day that changed after the edit was made. Lessons the teacher hasn't seen are never replaced.
 */
const isPlannedAgain = (edit: DayEdit): boolean => PLANNED_AGAIN.has(edit.type) && !(edit.type === 'lessons' && edit.mode === 'replace')

const inTurn = createTurns()

/** Returns the stale day's current state, if the refusal contains it. `day` is null if the day is empty. */
const movedOn = (error: unknown): { date: string; day: CalendarDay | null } | undefined => {
  if (!(error instanceof RefusedCall) || error.code !== 'stale' || !error.body?.date) return undefined
  return { date: error.body.date, day: (error.body.current ?? null) as CalendarDay | null }
}

const show = (calendar: CalendarRef, date: string, day: CalendarDay | null): void =>
  putDays(calendar, day ? { entries: [day], removed: [] } : { entries: [], removed: [date] })

const settle = (edit: PendingEdit, sent: TimeBlock | null | undefined, { entries }: OperationResult): void => {
  const settleAs = (shown: TimeBlock) => {
    const stored = entries.flatMap(({ blocks }) => blocks).find(({ id }) => id === shown.id)
    if (stored) settleBlock(shown, stored)
  }
  if (edit.type === 'lessons') for (const block of edit.days.flatMap(({ blocks }) => blocks)) settleAs(block)
  else if (edit.type === 'blocks') for (const { after } of edit.changes) settleAs(after)
  // A copy, or a block merged with a change from elsewhere, differs from the block on screen.
  else if ((edit.type === 'block' || edit.type === 'move') && edit.after && sent === edit.after) settleAs(edit.after)
}

const takeBack = (edit: PendingEdit): void => {
  if (edit.type === 'lessons') for (const block of edit.days.flatMap(({ blocks }) => blocks)) settleBlock(block, null)
  if (edit.type === 'blocks')
    for (const { before, after } of edit.changes)
      settleBlock(after, edit.changes.find((other) => other.before.id === after.id)?.before ?? before)
  if (edit.type === 'block' && edit.after) settleBlock(edit.after, edit.before)
  if (edit.type === 'move') settleBlock(edit.after, edit.before)
}

const deliver = async (calendar: CalendarRef, edit: PendingEdit): Promise<OperationResult | null> => {
  const fresh = new Map<string, CalendarDay | null>()
  const known: DayLookup = (date) => {
    const isFresh = fresh.has(date)
    const day = isFresh ? fresh.get(date) : savedDay(calendar, date)
    const marks = day === undefined ? savedMark(calendar, date) : day
    return { day, marks, isFresh, version: marks?.version ?? 0 }
  }
  const plan = planOf(edit, calendar)
  for (let tries = 1; ; tries++) {
    const planned = await plan(known)
    if (!planned) return null
    let sendings = 0
    const send = () => {
      sendings++
      return planned.send()
    }
    try {
      const result = await (planned.isSentOnce ? send() : retryUntilReached(send))
      putDays(calendar, result)
      if (planned.untold) await reloadDays(calendar, result.dates ?? planned.untold)
      // A resent call returns the day's current state. Another tab may have changed the block since the server received the first call.
      if (sendings === 1) settle(edit, planned.block, result)
      return result
    } catch (error) {
      const now = movedOn(error)
      if (!now) throw error
      fresh.set(now.date, now.day && ownDay(now.day))
      show(calendar, now.date, now.day)
      if (!isPlannedAgain(edit) || tries === MAX_ATTEMPTS) throw error
    }
  }
}

/** The server's response to an edit. For templates and repeats, it includes the outcome for each day, and for a cycle and a moved plan the unplaced lessons. */
type ResultOf<Edit extends DayEdit> = Edit extends { type: 'apply' | 'repeat' }
  ? Applied
  : Edit extends { type: 'cycle-day' }
    ? CycleDayResult
    : Edit extends { type: 'move-plan' }
      ? MoveResult
      : Edit extends { type: 'import' }
        ? Imported
        : OperationResult

/**
 * Applies an edit. Shows it immediately. If the edit fails, reverts it and throws the {@link RefusedCall}. Returns the server's response,
 * which identifies the operation to undo, or null if there was nothing left to do.
 */
export const write = async <Edit extends DayEdit>(calendar: CalendarRef, change: Edit): Promise<ResultOf<Edit> | null> => {
  if (!calendar.mayEdit) throw new RefusedCall({ code: 'subscription_needed', ...refusals.subscription_needed })
  const edit: PendingEdit = { ...change, id: newUuid(), calendarId: calendar.id }
  addPending(edit)
  noteOwnOperation(edit.id, calendar)
  const step = { calendarId: calendar.id, dates: datesOf(edit), operationId: edit.id, words: editWords(change) }
  if (edit.type !== 'undo') noteStep(step)
  const turns = datesOf(edit).map((date) => `${calendar.id} ${date}`)
  const job = async () => {
    const unplaced = queryClient.getQueryData<readonly { id: string }[]>(UNPLACED_KEY)
    try {
      const result = await deliver(calendar, edit)
      if (!result) forgetStep(step)
      // The response doesn't contain the classes, timetables and unplaced lessons that the operation changed.
      const isLaid = result !== null && isLaidAgain(edit, result)
      if (CHANGES_RECORDS.has(edit.type) || isLaid) reloadRecords()
      if (LINKS_UNPLACED.has(edit.type) || isLaid) void linkUnplaced(result, unplaced)
      return result
    } catch (error) {
      takeBack(edit)
      forgetStep(step)
      // The edit may have taken effect anyway, for example if the server failed while sending the response.
      const done = disownOperation(edit.id)
      if (done.length > 0) void reloadDays(calendar, done)
      throw error
    } finally {
      // Must run before the day's next edit starts, because that edit depends on the outcome of this one.
      removePending(edit)
    }
  }
  return (await watchSave(() => inTurn(turns, job))) as ResultOf<Edit> | null
}
