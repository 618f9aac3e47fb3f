import { refusals } from '#shared/errors.ts'
import { disownOperation } from '#web/features/calendar/days/own-operations.ts'
import { reloadDays } from '#web/features/calendar/days/saved.ts'
import { datesOf } from '#web/features/calendar/model/edits.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { watchUnreached } from '#web/lib/net/save-status.ts'
import { resolvable } from '#web/lib/resolvable.ts'
import { pause } from '#web/lib/time/pause.ts'
import { takeBack } from './deliver.ts'
import { removePending } from './pending-edits.ts'
import type { Keeping, StoredEdit } from './stored-edits.ts'
import type { Answer, Refusal } from './tabs.ts'

/** After this many milliseconds, an edit that another tab should have sent counts as not yet sent. */
const LATE_MS = 3000

/** How another tab ended an edit. Without an answer, the server refused it, or the teacher dropped it. */
type Ending = { answer?: Answer; refusal?: Refusal | undefined }
/** An edit on its way. */
export type Job = {
  stored: StoredEdit
  keeping: Keeping
  /** True if this tab made the edit. */
  isOwn: boolean
  /** True once it is about to be sent. */
  isUnderWay: boolean
  /** True if it is sent as this tab has it in memory, because the store failed. */
  isFromMemory: boolean
  /** True if it ended without the server's decision. */
  isUndecided: boolean
  /** Resolves if another tab settles the edit, or gives it up. */
  elsewhere: Promise<Ending>
  endElsewhere: (ending: Ending) => void
  /** The server's answer. */
  answer: Promise<Answer>
}

export const newJob = (stored: StoredEdit, isOwn: boolean): Job => {
  const { promise: elsewhere, resolve: endElsewhere } = resolvable<Ending>()
  const never = new Promise<Answer>(() => undefined)
  return {
    stored,
    keeping: 'kept',
    isOwn,
    isUnderWay: false,
    isFromMemory: false,
    isUndecided: false,
    elsewhere,
    endElsewhere,
    answer: never,
  }
}

/** Edits with the same turn are sent one after the other. */
export const turnsOf = ({ calendar, edit }: StoredEdit): string[] => datesOf(edit).map((date) => `${calendar.id} ${date}`)

/** The refusal of an edit that the teacher dropped in another tab. */
export const DROPPED: Refusal = { status: 0, code: 'offline', message: 'This change was dropped in another tab.', body: undefined }
export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof RefusedCall)) return { ...refusals.broken, code: 'broken', body: undefined }
  const { status, code, message, body } = error
  return { status, code, message, body }
}

/** Counts an edit as not yet sent if another tab holds the lock for long. */
export const waitVisibly = async (turn: Promise<unknown>): Promise<void> => {
  const isDone = await Promise.race([turn.then(() => true), pause(LATE_MS)])
  if (!isDone) await watchUnreached(() => turn)
}

/** Takes an edit off the screen when it ends. If it failed, its blocks are again as they were. The day's next edit depends on this. */
export const untilEnded = async (job: Job, send: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await send()
  } catch (error) {
    const { id, edit, calendar } = job.stored
    takeBack(edit)
    // The edit may have taken effect anyway, for example if the server failed while sending the response.
    const done = disownOperation(id)
    if (done.length > 0) void reloadDays(calendar, done)
    throw error
  } finally {
    removePending(job.stored.edit)
  }
}
