import { cleanBlocks } from '#server/features/calendar/actions.ts'
import { bytesOn } from '#server/features/calendar/queries.ts'
import { recordsOf } from '#server/features/calendar/records/queries.ts'
import { pagesOfDays } from '#server/features/calendar/shown/queries.ts'
import type { PersonCalendar, ShownDay, StoredBlock } from '#server/features/calendar/tables.ts'
import { classesOf } from '#server/features/classes/actions.ts'
import { openNotes } from '#server/features/people/policy.ts'
import { schoolOfficeOf, userById } from '#server/features/people/queries.ts'
import type { Db } from '#server/lib/db/client.ts'
import { cleanAgain } from '#server/lib/html/lesson-html.ts'
import { Refused } from '#server/lib/http/refuse.ts'
import { bytesOf } from '#server/lib/json/pieces.ts'
import type { KeyRing } from '#server/lib/keys/key-ring.ts'
import { Classroom, Preferences } from '#shared/accounts/contract.ts'
import { GUEST_NAME } from '#shared/accounts/rules.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import type { LessonHtml } from '#shared/lesson-html.ts'
import type { SubPlanChoices } from '#shared/sub-plans/contract.ts'
import { type SubPlan, subPlanDocument } from '#shared/sub-plans/document/rules.ts'
import { classroomWith } from '#shared/sub-plans/rules.ts'
import { dateInWords } from '#shared/timetables/numbering/rules.ts'

/** Maximum plan size in bytes: about a hundred pages of text. */
const MAX_PLAN_BYTES = 8 * 1024 * 1024

/** A colleague or administrator who makes a sub plan from a teacher's days, and whether the teacher shares student notes with them. */
type Reader = { userId: string; getsStudentNotes: boolean }
type SubPlanRequest = {
  /** Decrypts the teacher's notes. */
  keys: KeyRing
  calendar: PersonCalendar
  dates: readonly string[]
  choices: Omit<SubPlanChoices, 'alerts'> & { alerts?: boolean }
  /** Omitted for the caller's own days. */
  reader?: Reader | undefined
  /** Lessons to show on every date instead of its own, from an emergency plan. */
  instead?: StoredBlock[] | undefined
  /** Maximum size of the lessons in bytes. */
  mostBytes?: number
}

/**
 * Limits the choices to content that the reader may see. Alerts are for the teacher only, and student notes require the teacher's
 * permission.
 */
const permitted = ({ calendar, choices, reader }: SubPlanRequest): SubPlanChoices => {
  const isOwn = !calendar.hidesAlerts
  return {
    ...choices,
    alerts: isOwn && choices.alerts === true,
    studentNotes: choices.studentNotes && (isOwn || reader?.getsStudentNotes === true),
  }
}

const withoutAlert = (block: StoredBlock): StoredBlock => ({ ...block, hasAlert: false, alertMessage: '' })

/** Returns the user with this ID. Throws `not_found` if the user was deleted. */
const personOf = async (db: Db, userId: string) => {
  const found = await userById(db, userId)
  if (!found) throw new Refused('not_found')
  return found.user
}

/** Returns the lines about a teacher's classroom, with those of their school. */
const classroomOf = async (db: Db, teacher: { id: string; classroom: object }): Promise<Classroom> =>
  classroomWith(Classroom.parse(teacher.classroom), await schoolOfficeOf(db, teacher.id))

/** Loads the plan's current content, with days ordered by date. Throws `not_found` if the teacher was deleted. */
export const gatherSubPlan = async (db: Db, wanted: SubPlanRequest): Promise<SubPlan> => {
  const { keys, calendar, dates, reader, instead, mostBytes = MAX_PLAN_BYTES } = wanted
  const choices = permitted(wanted)
  const inOrder = [...dates].sort()
  const teacher = await personOf(db, calendar.userId)
  const { preferences } = reader ? await personOf(db, reader.userId) : teacher
  const bytes = async () => (instead ? bytesOf(instead) * dates.length : bytesOn(db, calendar, inOrder))
  if (choices.lessons === 'full' && (await bytes()) > mostBytes)
    throw new Refused('refused_by_rule', 'That’s too much for one sub plan. Choose fewer days, or set Lessons to “At a glance.”')
  // Sanitize again on output, in case a write path missed it.
  const shown = (blocks: StoredBlock[]) =>
    choices.lessons === 'full' ? cleanBlocks(blocks, cleanAgain) : blocks.map((block) => ({ ...block, description: '' as LessonHtml }))
  const entries = new Map<string, ShownDay>()
  for await (const days of pagesOfDays(db, calendar, inOrder))
    for (const day of days) {
      const all: StoredBlock[] = instead ? [] : day.blocks
      const taught = all.filter(({ usual }) => !usual?.isLeftOut)
      entries.set(day.date, { ...day, blocks: await shown(taught) })
    }
  const others = instead && (await shown(choices.alerts ? instead : instead.map(withoutAlert)))
  const dayOn = (date: string) => {
    const entry = entries.get(date)
    const blocks = entry?.isBlocked ? [] : (others ?? entry?.blocks ?? [])
    return { date, cycleDay: dateInWords(timetables, date), entry, blocks: inDayOrder(blocks) }
  }
  const timetables = (await recordsOf(db, calendar, 'timetable')).map(({ content }) => content)
  const { notes } = openNotes(keys, teacher)
  return {
    teacher: teacher.displayName ?? teacher.email ?? GUEST_NAME,
    timeFormat: Preferences.parse(preferences).timeFormat,
    timezone: teacher.timezone,
    classroom: await classroomOf(db, teacher),
    notes: {
      emergencyProcedures: await cleanAgain(notes.emergencyProcedures),
      substituteInstructions: await cleanAgain(notes.substituteInstructions),
      studentNotes: await cleanAgain(choices.studentNotes ? notes.studentNotes : ''),
    },
    choices,
    days: inOrder.map(dayOn),
    classes: await classesOf(db, calendar),
  }
}

/** Returns a plan as a printable page, with the code of the link that shows it, if any. */
export const pageOfPlan = (plan: SubPlan, linkUrl?: string): string => subPlanDocument({ ...plan, linkUrl })

/**
 * Returns the plan as a printable page, with times in the requesting user's format. Leaves out anything the teacher doesn't share with that
 * user.
 */
export const makeSubPlan = async (db: Db, wanted: SubPlanRequest): Promise<string> => pageOfPlan(await gatherSubPlan(db, wanted))
