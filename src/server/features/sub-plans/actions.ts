import { userById } from '#server/features/accounts/queries.ts'
import { cleanBlocks } from '#server/features/calendar/actions.ts'
import { bytesOn } from '#server/features/calendar/queries.ts'
import { pagesOfDays } from '#server/features/calendar/shown/queries.ts'
import type { PersonCalendar, ShownDay, StoredBlock } from '#server/features/calendar/tables.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cleanAgain, type LessonHtml } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { Preferences } from '#shared/accounts/contract.ts'
import { GUEST_NAME } from '#shared/accounts/rules.ts'
import type { SubPlanChoices } from '#shared/sub-plans/contract.ts'
import type { SubPlan } from './documents.ts'

/** What a plan may hold, in bytes: a hundred pages of text. */
const MAX_PLAN_BYTES = 8 * 1024 * 1024

/** What the plan of days of one calendar holds, as they are now, in the order of the dates. Throws `not_found` for a teacher who is gone. */
export const gatherSubPlan = async (
  db: Db,
  { calendar, dates, choices }: { calendar: PersonCalendar; dates: readonly string[]; choices: SubPlanChoices },
): Promise<SubPlan> => {
  const inOrder = [...dates].sort()
  const found = await userById(db, calendar.userId)
  if (!found) throw new Refused('not_found')
  const { user } = found
  const { emergencyProcedures, substituteInstructions, studentNotes } = user
  if (choices.lessons === 'full' && (await bytesOn(db, calendar, inOrder)) > MAX_PLAN_BYTES)
    throw new Refused('refused_by_rule', 'These days hold too much for one plan. Choose fewer days, or the day at a glance only.')
  // Cleaned again on its way out: one path that was missed on the way in would be enough.
  const shown = (blocks: StoredBlock[]) =>
    choices.lessons === 'full' ? cleanBlocks(blocks, cleanAgain) : blocks.map((block) => ({ ...block, description: '' as LessonHtml }))
  const entries = new Map<string, ShownDay>()
  for await (const days of pagesOfDays(db, calendar, inOrder))
    for (const day of days) entries.set(day.date, { ...day, blocks: await shown(day.blocks) })
  return {
    teacher: user.displayName ?? user.email ?? GUEST_NAME,
    timeFormat: Preferences.parse(user.preferences).timeFormat,
    notes: {
      emergencyProcedures: await cleanAgain(emergencyProcedures),
      substituteInstructions: await cleanAgain(substituteInstructions),
      studentNotes: await cleanAgain(studentNotes),
    },
    choices,
    days: inOrder.map((date) => ({ date, entry: entries.get(date) })),
  }
}
