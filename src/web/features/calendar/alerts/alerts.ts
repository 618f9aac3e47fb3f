/**
 * Alerts at the start of lessons.
 *
 * 1. An alert is told once, whatever number of tabs is open and however often they are loaded: the first tab to claim it
 *    tells it. A tab that is looked at goes before one that is not.
 * 2. What is told is what the server says at that moment, not what was loaded this morning; without an answer, what is known.
 */
import type { User } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { timeIn, todayIn } from '#shared/dates.ts'
import { ownSource } from '#web/features/calendar/days/calendar-ref.ts'
import { refreshDay } from '#web/features/calendar/days/saved.ts'
import { loadDay } from '#web/features/calendar/days/shown.ts'
import { RefusedCall } from '#web/lib/api.ts'
import { notify } from '#web/lib/notifications.ts'
import { storeToldAlerts, toldAlerts } from '#web/lib/storage.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { alertKey, alertWords, dueAlerts } from './due-alerts.ts'

/** How long a tab in the background lets the others go first. */
const YIELD_MS = 1500
/** How long an answer of the server is waited for. */
const PATIENCE_MS = 4000

const unlessRefused = (error: unknown): void => {
  if (!(error instanceof RefusedCall)) throw error
}
const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Runs a job in one tab at a time. Browsers lend their locks to secure pages alone; elsewhere two tabs could meet within the same millisecond. */
const oneTabAtATime = <T>(job: () => T): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('firstbell alerts', async () => job()) : Promise.resolve(job())

/** Claims for this tab those of the alerts that no tab has told yet, and returns them. */
const claim = (owner: string, today: string, due: readonly TimeBlock[]): Promise<TimeBlock[]> =>
  oneTabAtATime(() => {
    const day = `${owner} ${today}`
    const told = toldAlerts(day)
    const mine = due.filter((block) => !told.includes(alertKey(block)))
    if (mine.length > 0) storeToldAlerts(day, [...told, ...mine.map(alertKey)])
    return mine
  })

const showAlerts = (blocks: readonly TimeBlock[], { preferences }: User): void => {
  if (blocks.length === 0) return
  for (const block of blocks) {
    const { title, body } = alertWords([block], preferences.timeFormat)
    showToast({ title, description: body, tone: 'alert' })
  }
  const { title, body } = alertWords(blocks, preferences.timeFormat)
  notify(title, body, blocks.map(alertKey).join())
}

/** Tells the alerts that are due now. A day that cannot be loaded has none to tell yet: the next minute asks again. */
export const tellDueAlerts = async (user: User): Promise<void> => {
  try {
    const now = Date.now()
    const [today, time] = [todayIn(user.timezone, now), timeIn(user.timezone, now)]
    const calendar = ownSource(user)
    const due = dueAlerts(await loadDay(calendar, today), time)
    if (due.length === 0) return
    if (document.hidden) await wait(YIELD_MS)
    const mine = (await claim(user.id, today, due)).map(alertKey)
    if (mine.length === 0) return
    // A refusal or no answer leaves what is known.
    await Promise.race([refreshDay(calendar, today).catch(unlessRefused), wait(PATIENCE_MS)])
    showAlerts(
      dueAlerts(await loadDay(calendar, today), time).filter((block) => mine.includes(alertKey(block))),
      user,
    )
  } catch (error) {
    unlessRefused(error)
  }
}
