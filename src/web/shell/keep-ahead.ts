/** Keeps on this device what the planner needs without a network. Loaded when the browser is idle. */
import type { User } from '#shared/accounts/contract.ts'
import { keepWeeks } from '#web/features/calendar/days/device/keep-weeks.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { deviceDatabase } from '#web/lib/device/database.ts'
import { keepAnswers, prune } from '#web/lib/device/keep.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

/**
 * Keeps each answer of this visit. Once a day, also fetches the weeks around today, and the templates. Rejects if the server can't be
 * reached or the device refuses.
 */
export const keepAhead = async (user: User): Promise<void> => {
  const database = await deviceDatabase()
  if (!database) return
  keepAnswers()
  if (!(await keepWeeks(user, database))) return
  for (const kind of ['timeBlock', 'daily', 'weekly'] as const) await queryClient.prefetchQuery(templatesQuery(kind))
  await prune(database, user)
}
