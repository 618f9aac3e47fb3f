import { userById } from '#server/features/accounts/queries.ts'
import { cleanBlocks } from '#server/features/calendar/actions.ts'
import { daysOn } from '#server/features/calendar/queries.ts'
import type { StoredDay } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cleanInTurn } from '#server/lib/html/lesson-html.ts'
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
  // Cleaned again on its way out: one path that was missed on the way in would be enough.
  const days: { date: string; entry: StoredDay | undefined }[] = []
  for (const date of inOrder) {
    const entry = entries.get(date)
    days.push({ date, entry: entry && { ...entry, blocks: await cleanBlocks(entry.blocks) } })
  }
  return {
    teacher: user.displayName ?? user.email,
    timeFormat: Preferences.parse(user.preferences).timeFormat,
    notes: {
      emergencyProcedures: await cleanInTurn(emergencyProcedures),
      substituteInstructions: await cleanInTurn(substituteInstructions),
      studentNotes: await cleanInTurn(studentNotes),
    },
    choices,
    days,
  }
}
