/**
 * Sends a person's edits in order, and keeps them on this device until the server has answered.
 *
 * 1. An edit is stored before anything is sent. It survives a reload, a crash and an update, and any tab can send it.
 * 2. Edits to the same day are sent one at a time, each based on the last confirmed state. If one fails, the others remain.
 * 3. One tab sends at a time (tabs.ts). It also sends the edits of tabs that are gone.
 * 4. An edit that the server refuses after its tab is gone stays in the list, with its text, until the teacher has seen it.
 * 5. If the device can't store an edit, it is sent from memory, and the page says so.
 */
import { DAY_MS } from '#shared/dates.ts'
import { refusals } from '#shared/errors.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { followQuestions } from '#web/features/calendar/days/conflict-question.ts'
import { createTurns } from '#web/features/calendar/days/in-turn.ts'
import { noteOwnOperation } from '#web/features/calendar/days/own-operations.ts'
import type { DaysRequest } from '#web/features/calendar/days/plans.ts'
import { isAnswerless, retryNow } from '#web/features/calendar/days/retry-offline.ts'
import { reloadDays } from '#web/features/calendar/days/saved.ts'
import { forgetStep } from '#web/features/calendar/days/steps.ts'
import { datesOf, isKnownEdit, isSentOnce, type PendingEdit } from '#web/features/calendar/model/edits.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { watchEdit, watchRisk } from '#web/lib/net/save-status.ts'
import { resolvable } from '#web/lib/resolvable.ts'
import { createStore } from '#web/lib/store.ts'
import { storedUserId } from '#web/lib/stored-session.ts'
import { pause } from '#web/lib/time/pause.ts'
import { rethrowBugs } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { deliver, takeIn } from './deliver.ts'
import { DROPPED, type Job, newJob, refusalOf, turnsOf, untilEnded, waitVisibly } from './job.ts'
import { addPending, removePending, replacePending } from './pending-edits.ts'
import { amendEdit, claimEdit, dropEdit, keepEdit, noteRequest, refuseEdit, type StoredEdit, storedEdits } from './stored-edits.ts'
import { type Answer, listenToTabs, type Message, type Refusal, tellTabs, whileSending } from './tabs.ts'

/** How long another tab's message about an edit can take, in milliseconds, before this tab asks the server itself. */
const MESSAGE_MS = 2000
/** How long to wait before looking at the store again if it failed, in milliseconds. */
const AGAIN_MS = 5000
/** The server recognizes an operation that it has carried out for 30 days. Later, a resent one would take effect twice. */
const OLDEST_MS = 28 * DAY_MS
const TOO_OLD: Refusal = {
  status: 409,
  code: 'stale',
  message: 'This change waited for more than four weeks. Check whether you still need it.',
  body: undefined,
}

const jobs = createStore<ReadonlyMap<string, Job>>(new Map())
/** The IDs of the edits that ended. A look at the store that began before that may still see them. */
const done = createStore<ReadonlySet<string>>(new Set())
/** The IDs of edits that the server has answered and that couldn't be deleted, for example because the disk is full. */
const undeleted = createStore<ReadonlySet<string>>(new Set())
/** Edits that the server refused after their tab was gone. */
export const refused = createStore<readonly StoredEdit[]>([])
const inTurn = createTurns()
const entering = createTurns()
/** Resolves when this person's stored edits are on screen. */
const opening = createStore<{ personId: string | null; done: Promise<void> } | null>(null)
/** True once the teacher was told that this device can't keep edits. */
const wasTold = createStore(false)

const without = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => new Set([...ids].filter((other) => other !== id))
const put = (job: Job): void => jobs.set(new Map([...jobs.get(), [job.stored.id, job]]))
const forget = ({ stored: { id }, isUndecided }: Job): void => {
  jobs.set(new Map([...jobs.get()].filter(([other]) => other !== id)))
  // Without the server's decision, it can still be sent from the store.
  if (!isUndecided) done.set(new Set([...done.get(), id]))
}

/** Returns the edit to send, as it was stored. Null if another tab has settled it, or undefined if it's gone without a message. */
const claimed = async (job: Job): Promise<StoredEdit | null | undefined> => {
  if (job.keeping !== 'kept') return job.stored
  try {
    const stored = await claimEdit(job.stored.id)
    if (stored) return stored
  } catch {
    // The store has failed since. The edit is still in memory, and the server carries it out only once.
    job.isFromMemory = true
    return job.isOwn ? job.stored : undefined
  }
  const isSettled = await Promise.race([job.elsewhere.then(() => true), pause(MESSAGE_MS)])
  // The browser may have lost the store. Sending the edit again is safe, and only its own tab knows that nobody dropped it.
  if (isSettled) return null
  return job.isOwn ? job.stored : undefined
}

/** Records that an edit failed. Without the server's decision, it stays, for example until the same person signs in again. */
const giveUp = async (job: Job, error: unknown): Promise<void> => {
  const { id, edit } = job.stored
  job.isUndecided = error instanceof RefusedCall && (isAnswerless(error) || error.code === 'not_signed_in')
  if (job.keeping === 'never' || job.isUndecided) return
  const refusal = refusalOf(error)
  // A tab that is gone can't tell the teacher. An undo has no text to keep.
  if (job.isOwn || edit.type === 'undo') await dropEdit(id)
  else await refuseEdit(id, refusal)
  if (!job.isOwn && edit.type === 'undo') showToast({ tone: 'destructive', title: 'Undo failed', description: refusal.message })
  tellTabs({ is: 'given-up', id, refusal })
  await look()
}

/** Deletes an edit that the server has answered, and those whose deletion failed. If it fails, the edit is sent again, with the same result. */
const dropSettled = async (id: string): Promise<void> => {
  undeleted.set(new Set([...undeleted.get(), id]))
  const forgetIt = (each: string) => undeleted.set(without(undeleted.get(), each))
  for (const each of undeleted.get())
    await dropEdit(each).then(
      () => forgetIt(each),
      () => undefined,
    )
}

/** Sends an edit. Returns null if another tab has settled it, whose message says how. */
const settle = async (job: Job): Promise<Answer | null> => {
  job.isUnderWay = true
  const stored = await claimed(job)
  // Without a message, this tab doesn't know what another one changed.
  if (stored === undefined) await reloadDays(job.stored.calendar, datesOf(job.stored.edit))
  if (!stored) return stored === null ? null : { result: null }
  noteOwnOperation(stored.id, stored.calendar)
  try {
    // Another person may have signed in since.
    if (storedUserId() !== stored.personId) throw new RefusedCall({ code: 'not_signed_in', ...refusals.not_signed_in })
    const isKept = job.keeping === 'kept'
    // If the store fails here, the edit is planned again if it ever has to be.
    const onSend = async (request: DaysRequest | undefined): Promise<void> => {
      if (isKept && request) await noteRequest(stored.id, request).catch(() => undefined)
    }
    const answer = await deliver(stored.calendar, stored.edit, { isAgain: stored.isSent, sent: stored.request, isKept, onSend })
    await takeIn(stored.calendar, stored.edit, answer, false)
    // A store that was too slow may have taken the edit after all.
    if (job.keeping !== 'never') await dropSettled(stored.id)
    tellTabs({ is: 'settled', id: stored.id, answer })
    return answer
  } catch (error) {
    await giveUp(job, error).catch(() => undefined)
    throw error
  }
}

/** Sends an edit when it is its turn, unless another tab does. */
const begin = (job: Job): Promise<Answer> => {
  const send = async (): Promise<Answer> => {
    const { promise: started, resolve: start } = resolvable()
    const settleHere = () => {
      start()
      return settle(job)
    }
    const here = job.keeping === 'kept' ? whileSending(settleHere) : settleHere()
    void waitVisibly(Promise.race([started, job.elsewhere]))
    const elsewhere = job.elsewhere.then(async ({ answer, refusal }) => {
      if (!answer) {
        // This tab tells the teacher, so the list doesn't have to.
        if (job.isOwn && refusal) {
          await dropEdit(job.stored.id).then(look, () => undefined)
          tellTabs({ is: 'given-up', id: job.stored.id })
        }
        throw new RefusedCall(refusal ?? DROPPED)
      }
      await takeIn(job.stored.calendar, job.stored.edit, answer, true)
      return answer
    })
    return Promise.race([here.then((answer) => answer ?? elsewhere), elsewhere])
  }
  job.answer = inTurn(turnsOf(job.stored), () => untilEnded(job, send)).finally(() => forget(job))
  put(job)
  return job.answer
}

/** Shows an edit that another tab made, or a page that is gone, and sends it if that tab doesn't. */
const adopt = (stored: StoredEdit): void => {
  const job = newJob(stored, false)
  addPending(stored.edit)
  const work = watchEdit(() => begin(job))
  // A refusal is in the list. Anything else is a bug.
  void work.catch(rethrowBugs)
}

/** Makes this tab send an edit again that it has ended. */
export const forgetEnd = (id: string): void => done.set(without(done.get(), id))

/** Takes in what other tabs, or pages that are gone, have stored. */
export const look = async (): Promise<void> => {
  const stored = (await storedEdits()).filter(({ edit }) => isKnownEdit(edit))
  const tooOld = stored.filter(({ edit, isSent, refusal }) => !refusal && isSent && Date.now() - edit.at > OLDEST_MS)
  for (const { id } of tooOld) await refuseEdit(id, TOO_OLD)
  const all = stored.map((one) => (tooOld.includes(one) ? { ...one, refusal: TOO_OLD } : one))
  refused.set(all.filter(({ refusal }) => refusal))
  for (const one of all) {
    const job = jobs.get().get(one.id)
    if (!job && !one.refusal && !done.get().has(one.id)) adopt(one)
    else if (job && !job.isOwn) {
      job.stored = one
      replacePending(one.edit)
    }
  }
}

const follow = (message: Message): void => {
  followQuestions(message)
  if (message.is === 'retry') retryNow()
  const job = 'id' in message ? jobs.get().get(message.id) : undefined
  if (message.is === 'settled') job?.endElsewhere({ answer: message.answer })
  if (message.is === 'given-up') job?.endElsewhere({ refusal: message.refusal })
  // If the store fails, this tab sends its own edits, and the others theirs.
  if (message.is === 'stored' || message.is === 'given-up') void look().catch(() => undefined)
}

/** Repeats the first look until it works. A slow device may need longer than the store's patience. */
const lookAgain = async (personId: string | null): Promise<void> => {
  await pause(AGAIN_MS)
  if (opening.get()?.personId === personId) await look().catch(() => lookAgain(personId))
}

/** Shows and sends the edits that this device has stored. Does so once for each person. */
export const openOutbox = (): Promise<void> => {
  const personId = storedUserId()
  const now = opening.get()
  if (now && now.personId === personId) return now.done
  listenToTabs(follow)
  // If the store fails, each new edit says that it can't be kept.
  const opened = look().catch(() => void lookAgain(personId))
  opening.set({ personId, done: opened })
  tellTabs({ is: 'opened' })
  return opened
}

const sayThatNothingIsKept = (): void => {
  if (wasTold.get()) return
  wasTold.set(true)
  showToast({
    tone: 'destructive',
    title: 'This device can’t keep your changes',
    description: 'Its storage is full, or the browser refuses it. Keep this page open until they are sent.',
  })
}

/**
 * Changes an earlier save of the same lesson in the same sitting instead of adding another one, if that one hasn't been sent, and nothing
 * came after it. Returns the job of that one, or undefined if there is none.
 */
const amended = async (edit: PendingEdit): Promise<Job | undefined> => {
  if (edit.type !== 'block' || !edit.sitting || edit.later) return undefined
  const job = [...jobs.get().values()].findLast(({ stored }) => datesOf(stored.edit).includes(edit.date))
  const before = job?.stored.edit
  if (before?.type !== 'block' || before.sitting !== edit.sitting || before.after?.id !== edit.before?.id || before.later) return undefined
  if (!job?.isOwn || job.isUnderWay) return undefined
  const next = { ...before, after: edit.after }
  const isUnsent = job.keeping !== 'kept' || (await amendEdit(before.id, next).catch(() => undefined))
  if (!isUnsent || job.isFromMemory) return undefined
  job.stored = { ...job.stored, edit: next }
  replacePending(next)
  removePending(edit)
  // Its own operation will never exist.
  forgetStep({ operationId: edit.id })
  tellTabs({ is: 'stored' })
  return job
}

/**
 * Stores an edit, and takes its turn. Resolves as soon as the edit would survive this page, so that the next one can be stored. `answer` is
 * that of an earlier save if the edit became part of it. It rejects with the server's refusal.
 */
const enter = async (calendar: CalendarRef, edit: PendingEdit): Promise<{ answer: Promise<Answer> }> => {
  await openOutbox()
  const stored: StoredEdit = { id: edit.id, edit, calendar, personId: storedUserId() ?? '', isSent: false }
  const job = newJob(stored, true)
  if (isSentOnce(edit)) {
    const send = async () => {
      const answer = await deliver(calendar, edit)
      await takeIn(calendar, edit, answer, false)
      return answer
    }
    noteOwnOperation(edit.id, calendar)
    return { answer: watchRisk(() => inTurn(turnsOf(stored), () => untilEnded(job, send))) }
  }
  const earlier = await amended(edit)
  if (earlier) return { answer: earlier.answer }
  job.keeping = await keepEdit(stored)
  if (job.keeping === 'refused') sayThatNothingIsKept()
  if (job.keeping === 'kept') tellTabs({ is: 'stored' })
  const answer = begin(job)
  return { answer: job.keeping === 'kept' ? answer : watchRisk(() => answer) }
}

/** Sends an edit that is on screen already. Throws the server's refusal. */
export const sendEdit = async (calendar: CalendarRef, edit: PendingEdit): Promise<Answer> => {
  // Until it is stored, it would be lost with this page. Edits are stored in the order in which they were made.
  const { answer } = await watchRisk(() => entering('one at a time', () => enter(calendar, edit)))
  return answer
}
