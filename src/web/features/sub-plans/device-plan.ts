/**
 * The teacher's own sub plan without the server: from the weeks of this device, with the edits that aren't sent yet.
 *
 * 1. The server's plan is the same document (shared/sub-plans/document).
 * 2. Student notes are in it only if this page has them from the server. The device never stores them.
 */
import type { Classroom } from '#shared/accounts/contract.ts'
import type { SpecialNotes } from '#shared/accounts/rules.ts'
import { GUEST_NAME } from '#shared/accounts/rules.ts'
import type { CalendarDay, TimeBlock } from '#shared/calendar/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import type { SubPlanChoices } from '#shared/sub-plans/contract.ts'
import { subPlanDocument } from '#shared/sub-plans/document/rules.ts'
import { classroomWith, type SchoolOffice } from '#shared/sub-plans/rules.ts'
import { dateInWords } from '#shared/timetables/numbering/rules.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import { knownClasses } from '#web/features/classes/data.ts'
import { knownPerson } from '#web/features/people/data.ts'
import { cleanHtml } from '#web/features/rich-text/rich-text.tsx'
import { isFromDevice } from '#web/lib/device/kept.ts'
import { queryClient } from '#web/lib/net/query-client.ts'

export type DevicePlan = {
  dates: readonly string[]
  choices: SubPlanChoices
  /** Lessons to show on every date instead of its own. */
  instead?: readonly TimeBlock[] | undefined
  /** Text that was typed and isn't saved yet. */
  typed?: { notes: Partial<SpecialNotes>; classroom: Classroom; textOf: (date: string, block: TimeBlock) => string }
}
/** The days that aren't empty, in the server's format, and the school's office if the teacher has a school. */
type OnDevice = { days: readonly CalendarDay[]; office: SchoolOffice | null }

/** Returns the signed-in teacher's plan as a printable page. */
export const planOf = ({ dates, choices, instead, typed }: DevicePlan, { days, office }: OnDevice): string => {
  const person = knownPerson()
  if (!person) throw new TypeError('A plan needs the teacher')
  const timetables = queryClient.getQueryData(timetablesQuery.queryKey) ?? []
  const lacksStudentNotes = isFromDevice.get()
  const notes = { ...person, ...typed?.notes }
  const blocksOn = (date: string, blocks: readonly TimeBlock[]) =>
    inDayOrder([...blocks]).map((block) => ({
      ...block,
      description: cleanHtml(choices.lessons === 'full' ? (typed?.textOf(date, block) ?? block.description) : ''),
    }))
  const dayOn = (date: string) => {
    const entry = days.find((day) => day.date === date)
    const taught = entry?.blocks.filter(({ usual }) => !usual?.isLeftOut) ?? []
    return { date, cycleDay: dateInWords(timetables, date), entry, blocks: entry?.isBlocked ? [] : blocksOn(date, instead ?? taught) }
  }
  return subPlanDocument({
    teacher: person.displayName ?? person.email ?? GUEST_NAME,
    timeFormat: person.preferences.timeFormat,
    timezone: person.timezone,
    classroom: typed?.classroom ?? classroomWith(person.classroom, person.schoolId ? office : null),
    notes: {
      emergencyProcedures: cleanHtml(notes.emergencyProcedures),
      substituteInstructions: cleanHtml(notes.substituteInstructions),
      studentNotes: cleanHtml(choices.studentNotes && !lacksStudentNotes ? notes.studentNotes : ''),
    },
    choices,
    lacksStudentNotes,
    days: [...dates].sort().map(dayOn),
    classes: knownClasses(),
  })
}
