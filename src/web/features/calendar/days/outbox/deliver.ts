/**
 * Sends one edit and takes in the answer.
 *
 * 1. An edit that gets no response is resent with the same ID, so that it takes effect only once. A moved plan isn't: see `isSentOnce`.
 * 2. If a day turns out to be stale, its current state is shown and the edit is planned again on top of it. If both sides changed a time
 *    block, the teacher decides which one to keep. Edits that overwrite a whole day are rejected instead, because the teacher hasn't seen
 *    the content they would replace.
 */
import type { CalendarDay, OperationResult, TimeBlock } from '#shared/calendar/contract.ts'
import { mondayOf } from '#shared/dates.ts'
import type { CalendarSource } from '#web/features/calendar/days/calendar-ref.ts'
import { type DayLookup, type DaysRequest, planOf, saveDays } from '#web/features/calendar/days/plans.ts'
import { weekQuery } from '#web/features/calendar/days/queries.ts'
import { retryUntilReached } from '#web/features/calendar/days/retry-offline.ts'
import { putDays, reloadDays, savedDay, savedMark } from '#web/features/calendar/days/saved.ts'
import { type DayEdit, datesOf, type PendingEdit } from '#web/features/calendar/model/edits.ts'
import { ownDay } from '#web/features/calendar/model/school-entry.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { followUp } from './follow-up.ts'
import { settleBlock } from './outcomes.ts'
import type { Answer } from './tabs.ts'

/** If this isn't enough, another user keeps changing the day. Failing is better than retrying forever. */
const MAX_ATTEMPTS = 6

const PLANNED_AGAIN = new Set<DayEdit['type']>(['block', 'blocks', 'move', 'lessons', 'mark'])

/**
 * Returns whether an edit can be applied to a day that changed after the edit was made. Lessons the teacher hasn't seen are never replaced.
 */
const isPlannedAgain = (edit: DayEdit): boolean => PLANNED_AGAIN.has(edit.type) && !(edit.type === 'lessons' && edit.mode === 'replace')

/** Returns the stale day's current state, if the refusal contains it. `day` is null if the day is empty. */
const movedOn = (error: unknown): { date: string; day: CalendarDay | null } | undefined => {
  if (!(error instanceof RefusedCall) || error.code !== 'stale' || !error.body?.date) return undefined
  return { date: error.body.date, day: (error.body.current ?? null) as CalendarDay | null }
}

const show = (calendar: CalendarSource, date: string, day: CalendarDay | null): void =>
  putDays(calendar, day ? { entries: [day], removed: [] } : { entries: [], removed: [date] })

const settle = (edit: PendingEdit, sent: TimeBlock | null | undefined, { entries }: OperationResult): void => {
  const settleAs = (shown: TimeBlock) => {
    const stored = entries.flatMap(({ blocks }) => blocks).find(({ id }) => id === shown.id)
    if (stored) settleBlock(shown, stored)
  }
  if (edit.type === 'lessons') for (const block of edit.days.flatMap(({ blocks }) => blocks)) settleAs(block)
  else if (edit.type === 'blocks') for (const { after } of edit.changes) settleAs(after)
  // A copy, or a block merged with a change from elsewhere, differs from the block on screen. Compares contents, because another tab may
  // have sent the edit.
  else if ((edit.type === 'block' || edit.type === 'move') && edit.after && JSON.stringify(sent) === JSON.stringify(edit.after))
    settleAs(edit.after)
}

/** Records that a failed edit's blocks are again as they were. */
export const takeBack = (edit: PendingEdit): void => {
  if (edit.type === 'lessons') for (const block of edit.days.flatMap(({ blocks }) => blocks)) settleBlock(block, null)
  if (edit.type === 'blocks')
    for (const { before, after } of edit.changes)
      settleBlock(after, edit.changes.find((other) => other.before.id === after.id)?.before ?? before)
  if (edit.type === 'block' && edit.after) settleBlock(edit.after, edit.before)
  if (edit.type === 'move') settleBlock(edit.after, edit.before)
}

/** Shows the days of an answer. One that another tab received may be older than what this tab knows. */
export const takeIn = async (calendar: CalendarSource, edit: PendingEdit, { result, untold, sent }: Answer, isOfOtherTab: boolean) => {
  if (!result) return
  if (isOfOtherTab) {
    const isNews = ({ date, version }: CalendarDay) => version > (savedDay(calendar, date)?.version ?? 0)
    putDays(calendar, { entries: result.entries.filter(isNews), removed: [] })
    if (result.removed.length > 0) await reloadDays(calendar, result.removed)
  } else putDays(calendar, result)
  if (untold) await reloadDays(calendar, result.dates ?? untold)
  settle(edit, sent, result)
  followUp(edit, result)
}

/** Loads the weeks of an edit that was made before this page was loaded, because its plan compares them with the edit. */
const loadWeeks = async (calendar: CalendarSource, edit: PendingEdit): Promise<void> => {
  if (!PLANNED_AGAIN.has(edit.type)) return
  const mondays = new Set(datesOf(edit).map(mondayOf))
  await Promise.all([...mondays].map((monday) => queryClient.ensureQueryData(weekQuery(calendar, monday))))
}

type Sending = {
  /** True if the edit may have been sent before, from a page that is gone. */
  isAgain?: boolean
  /** The request that was sent then, if it is known. */
  sent?: DaysRequest | undefined
  /** True if the edit survives this page. */
  isKept?: boolean
  /** Called before what is planned is sent. */
  onSend?: (request: DaysRequest | undefined) => Promise<void>
}

/**
 * Sends what was sent before, from a page that is gone. If the server carried it out then, it answers with the days as they are. Returns
 * undefined if it has to be planned again.
 */
const sendAgain = async (edit: PendingEdit, request: DaysRequest, isKept?: boolean): Promise<Answer | undefined> => {
  try {
    return { result: await retryUntilReached(() => saveDays(edit.id, request), isKept) }
  } catch (error) {
    if (movedOn(error)) return undefined
    throw error
  }
}

/** Sends an edit until the server answers. Throws its refusal. */
export const deliver = async (calendar: CalendarSource, edit: PendingEdit, sending: Sending = {}): Promise<Answer> => {
  const { isAgain, sent, isKept, onSend } = sending
  const done = sent && (await sendAgain(edit, sent, isKept))
  if (done) return done
  const fresh = new Map<string, CalendarDay | null>()
  const known: DayLookup = (date) => {
    const isFresh = fresh.has(date)
    const day = isFresh ? fresh.get(date) : savedDay(calendar, date)
    const marks = day === undefined ? savedMark(calendar, date) : day
    return { day, marks, isFresh, version: marks?.version ?? 0 }
  }
  if (isAgain) await retryUntilReached(() => loadWeeks(calendar, edit), isKept)
  const plan = planOf(edit, calendar)
  for (let tries = 1; ; tries++) {
    // Planning can make calls, too.
    const planned = await retryUntilReached(async () => plan(known), isKept)
    if (!planned) return { result: null }
    await onSend?.(planned.request)
    let sendings = isAgain ? 1 : 0
    const send = () => {
      sendings++
      return planned.send()
    }
    try {
      const result = await (planned.isSentOnce ? send() : retryUntilReached(send, isKept))
      // A resent call returns the day's current state. Another tab may have changed the block since the server received the first call.
      return { result, untold: planned.untold, ...(sendings === 1 && { sent: planned.block }) }
    } catch (error) {
      const now = movedOn(error)
      if (!now) throw error
      fresh.set(now.date, now.day && ownDay(now.day))
      show(calendar, now.date, now.day)
      if (!isPlannedAgain(edit) || tries === MAX_ATTEMPTS) throw error
    }
  }
}
