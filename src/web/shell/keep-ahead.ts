/** Keeps on this device what the planner needs without a network. Loaded when the browser is idle. */
import type { User } from '#shared/accounts/contract.ts'
import { keepWeeks } from '#web/features/calendar/days/device/keep-weeks.ts'
import { knownPerson } from '#web/features/people/data.ts'
import { officeQuery } from '#web/features/sub-plans/data.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { type DeviceDatabase, deviceDatabase } from '#web/lib/device/database.ts'
import { keepAnswers, prune } from '#web/lib/device/keep.ts'
import { isUnreached } from '#web/lib/net/api.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

const RETRY_MS = 60_000

/** Once a day, fetches the weeks around today, the templates, and the school's office, which a sub plan names. */
const fetchAhead = async (user: User, database: DeviceDatabase): Promise<void> => {
  if (!(await keepWeeks(user, database))) return
  if (user.schoolId) await queryClient.prefetchQuery(officeQuery)
  for (const kind of ['timeBlock', 'daily', 'weekly'] as const) await queryClient.prefetchQuery(templatesQuery(kind))
  await prune(database, user)
}

/** Tries again when the network is back, or in a minute. */
const tryAgain = ({ id }: User): void => {
  const run = () => {
    clearTimeout(timer)
    window.removeEventListener('online', run)
    const person = knownPerson()
    // If the device refuses, the next visit tries again.
    if (person?.id === id) keepAhead(person).catch(() => undefined)
  }
  const timer = setTimeout(run, RETRY_MS)
  window.addEventListener('online', run)
}

/** Keeps each answer of this visit, and what a day without a network needs. Rejects if the device refuses. */
export const keepAhead = async (user: User): Promise<void> => {
  const database = await deviceDatabase()
  if (!database) return
  keepAnswers()
  try {
    await fetchAhead(user, database)
  } catch (error) {
    if (!isUnreached(error)) throw error
    tryAgain(user)
  }
}
