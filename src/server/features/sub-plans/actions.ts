import { userById } from '#server/features/accounts/queries.ts'
import { daysOn } from '#server/features/calendar/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { Preferences } from '#shared/accounts/contract.ts'
import type { SubPlanChoices } from '#shared/sub-plans/contract.ts'
import type { SubPlan } from './documents.ts'

/** What the plan of one teacher's days holds, as they are now, in the order of the dates. Throws `not_found` for a teacher who is gone. */
export const gatherSubPlan = async (
  db: Db,
  { owner, dates, choices }: { owner: string; dates: readonly string[]; choices: SubPlanChoices },
): Promise<SubPlan> => {
  const inOrder = [...dates].sort()
  const found = await userById(db, owner)
  if (!found) throw new Refused('not_found')
  const { user } = found
  const { emergencyProcedures, substituteInstructions, studentNotes } = user
  const entries = new Map((await daysOn(db, owner, inOrder)).map((day) => [day.date, day]))
  return {
    teacher: user.displayName ?? user.email,
    timeFormat: Preferences.parse(user.preferences).timeFormat,
    notes: { emergencyProcedures, substituteInstructions, studentNotes },
    choices,
    days: inOrder.map((date) => ({ date, entry: entries.get(date) })),
  }
}
