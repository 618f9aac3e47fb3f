import { forEachPage } from '#server/lib/jobs/pages.ts'
import type { JobCall } from '#server/lib/jobs/run.ts'
import { TRIAL_DAYS } from '#shared/billing/rules.ts'
import { DAY_MS } from '#shared/dates.ts'
import * as query from './queries.ts'

/** How long before a trial ends we email the user, once. The planner also shows the end date every day. */
const TRIAL_NOTICE_MS = 2 * DAY_MS
/** How long before a yearly plan renews we email the user. Monthly plans get no reminder, because it would be an email every month. */
const RENEWAL_NOTICE_MS = 7 * DAY_MS
const AT_ONCE = 100

/** Hourly: queues trial-ending and renewal reminders. If an email address has reached its rate limit, the next run retries. */
export const sendReminders = async ({ db, now, mailQueue, services: { mail }, signal }: JobCall): Promise<void> => {
  if (!mail || mail.about.isFree) return
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const trials = { after: ago(TRIAL_DAYS * DAY_MS), until: ago(TRIAL_DAYS * DAY_MS - TRIAL_NOTICE_MS), most: AT_ONCE }
  await forEachPage(
    (last?: string) => query.trialsToTell(db, trials, last),
    (userIds) => {
      signal.throwIfAborted()
      return db.transaction((db) => mailQueue.queueToAll(db, { userIds, kind: 'trial-ending' }, now))
    },
  )
  const plans = { after: now, until: new Date(now.getTime() + RENEWAL_NOTICE_MS), most: AT_ONCE }
  await forEachPage(
    (last?: { id: string }) => query.renewalsToTell(db, plans, last?.id),
    async (renewals) => {
      for (const { userId, about } of renewals) {
        signal.throwIfAborted()
        await db.transaction((db) => mailQueue.queue(db, { userId, kind: 'renewal', about }, now))
      }
    },
  )
}
