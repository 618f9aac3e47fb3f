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
import { type SubPlan, subPlanDocument } from './documents.ts'

/** What a plan may hold, in bytes: a hundred pages of text. */
const MAX_PLAN_BYTES = 8 * 1024 * 1024

/** Who makes a plan of somebody else's days, and whether the teacher lets them have the student notes. */
type Reader = { userId: string; getsStudentNotes: boolean }
type Wanted = {
  calendar: PersonCalendar
  dates: readonly string[]
  choices: Omit<SubPlanChoices, 'alerts'> & { alerts?: boolean }
  /** Left out for one's own days. */
  reader?: Reader
}

/** What of the choices the reader may have. Without the teacher's word, nobody but themselves gets alerts or student notes. */
const permitted = ({ calendar, choices, reader }: Wanted): SubPlanChoices => {
  const isOwn = !calendar.hidesAlerts
  return {
    ...choices,
    alerts: isOwn && choices.alerts === true,
    studentNotes: choices.studentNotes && (isOwn || reader?.getsStudentNotes === true),
  }
}

/** The person with this id. Throws `not_found` for one who is gone. */
const personOf = async (db: Db, userId: string) => {
  const found = await userById(db, userId)
  if (!found) throw new Refused('not_found')
  return found.user
}

/** What the plan of days of one calendar holds, as they are now, in the order of the dates. Throws `not_found` for a teacher who is gone. */
const gatherSubPlan = async (db: Db, wanted: Wanted): Promise<SubPlan> => {
  const { calendar, dates, reader } = wanted
  const choices = permitted(wanted)
  const inOrder = [...dates].sort()
  const teacher = await personOf(db, calendar.userId)
  const { preferences } = reader ? await personOf(db, reader.userId) : teacher
  if (choices.lessons === 'full' && (await bytesOn(db, calendar, inOrder)) > MAX_PLAN_BYTES)
    throw new Refused('refused_by_rule', 'These days hold too much for one plan. Choose fewer days, or the day at a glance only.')
  // Cleaned again on its way out: one path that was missed on the way in would be enough.
  const shown = (blocks: StoredBlock[]) =>
    choices.lessons === 'full' ? cleanBlocks(blocks, cleanAgain) : blocks.map((block) => ({ ...block, description: '' as LessonHtml }))
  const entries = new Map<string, ShownDay>()
  for await (const days of pagesOfDays(db, calendar, inOrder))
    for (const day of days) entries.set(day.date, { ...day, blocks: await shown(day.blocks) })
  return {
    teacher: teacher.displayName ?? teacher.email ?? GUEST_NAME,
    timeFormat: Preferences.parse(preferences).timeFormat,
    notes: {
      emergencyProcedures: await cleanAgain(teacher.emergencyProcedures),
      substituteInstructions: await cleanAgain(teacher.substituteInstructions),
      studentNotes: await cleanAgain(choices.studentNotes ? teacher.studentNotes : ''),
    },
    choices,
    days: inOrder.map((date) => ({ date, entry: entries.get(date) })),
  }
}

/** Returns the plan as a page to print, in the times of who makes it. What the teacher did not share with them is not in it. */
export const makeSubPlan = async (db: Db, wanted: Wanted): Promise<string> => subPlanDocument(await gatherSubPlan(db, wanted))
