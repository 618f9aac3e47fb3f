/**
 * Shows alerts when lessons start.
 *
 * 1. An alert shows only once, no matter how many tabs are open or how often they reload. The first tab to claim it shows it. Visible tabs
 *    have priority over hidden ones.
 * 2. An alert uses the server's current data, not previously loaded data. If the server doesn't respond in time, the alert uses the cached
 *    data.
 */
import type { User } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { timeIn, todayIn } from '#shared/dates.ts'
import { ownSource } from '#web/features/calendar/days/calendar-ref.ts'
import { refreshDay } from '#web/features/calendar/days/saved.ts'
import { loadDay } from '#web/features/calendar/days/shown.ts'
import { notify } from '#web/lib/notifications.ts'
import { type Codec, slot } from '#web/lib/storage.ts'
import { rethrowBugs } from '#web/ui/report.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { alertKey, alertWords, dueAlerts } from './due-alerts.ts'

const lines: Codec<readonly string[]> = { read: (text) => (text ?? '').split('\n'), write: (all) => all.join('\n') }

/** How long a hidden tab waits so that visible tabs can claim an alert first. */
const YIELD_MS = 1500
/** How long to wait for the server's response. */
const PATIENCE_MS = 4000

/**
 * The alerts already shown by any tab in this browser, for one user and day. The first line identifies the user and day. Only the most
 * recent day is kept.
 */
const storedAlerts = slot('toldAlerts', lines, 'device')

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Runs a job in one tab at a time. The Web Locks API works only in secure contexts. Without it, two tabs could run the job at the same
 * time.
 */
const oneTabAtATime = <T>(job: () => T): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('firstbell alerts', async () => job()) : Promise.resolve(job())

/** Claims the alerts that no tab has shown yet and returns them. */
const claim = (owner: string, today: string, due: readonly TimeBlock[]): Promise<TimeBlock[]> =>
  oneTabAtATime(() => {
    const day = `${owner} ${today}`
    const [of, ...keys] = storedAlerts.get()
    const told = of === day ? keys : []
    const mine = due.filter((block) => !told.includes(alertKey(block)))
    if (mine.length > 0) storedAlerts.set([day, ...told, ...mine.map(alertKey)])
    return mine
  })

const showAlerts = (blocks: readonly TimeBlock[], { preferences }: User, open: (blockId: string) => void): void => {
  if (blocks.length === 0) return
  for (const block of blocks) {
    const { title, body } = alertWords([block], preferences.timeFormat)
    showToast({ title, description: body, tone: 'alert', action: { label: 'Open lesson', onPress: () => open(block.id) } })
  }
  const { title, body } = alertWords(blocks, preferences.timeFormat)
  notify(title, body, blocks.map(alertKey).join())
}

/**
 * Shows the alerts that are due now. If the day fails to load, retries at the start of the next minute. `onOpen` is called when the teacher
 * opens an alert's lesson.
 */
export const showDueAlerts = async (user: User, onOpen: (today: string, blockId: string) => void): Promise<void> => {
  try {
    const now = Date.now()
    const [today, time] = [todayIn(user.timezone, now), timeIn(user.timezone, now)]
    const calendar = ownSource(user)
    const due = dueAlerts(await loadDay(calendar, today), time)
    if (due.length === 0) return
    if (document.hidden) await wait(YIELD_MS)
    const mine = (await claim(user.id, today, due)).map(alertKey)
    if (mine.length === 0) return
    // If the refresh is refused or times out, use the cached day.
    await Promise.race([refreshDay(calendar, today).catch(rethrowBugs), wait(PATIENCE_MS)])
    showAlerts(
      dueAlerts(await loadDay(calendar, today), time).filter((block) => mine.includes(alertKey(block))),
      user,
      (blockId) => onOpen(today, blockId),
    )
  } catch (error) {
    rethrowBugs(error)
  }
}
