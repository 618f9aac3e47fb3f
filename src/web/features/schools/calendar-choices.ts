import type { Teacher } from '#shared/schools/contract.ts'
import type { CalendarName } from '#web/features/calendar/model/calendar-name.ts'
import { nameOf } from '#web/features/people/person.ts'
import { PLACES } from './places.tsx'

/** A place or a teacher's schedule that a school administrator can choose. `calendar` is its name in the planner's URL. */
export type CalendarChoice = { calendar: CalendarName; label: string; place?: (typeof PLACES)[number]; teacher?: Teacher }

const splitWords = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Returns true if each typed word matches the start of a word in the name or any part of the email address. */
const isFound = (name: string, email: string, typed: string): boolean => {
  const known = splitWords(name)
  return splitWords(typed).every((word) => known.some((each) => each.startsWith(word)) || email.includes(word))
}

/** Returns the teachers that match the search, or all of them for an empty search. */
export const foundTeachers = <T extends Pick<Teacher, 'displayName' | 'email'>>(teachers: readonly T[], typed: string): T[] =>
  teachers.filter((teacher) => isFound(nameOf(teacher), teacher.email, typed))

/** Returns the matching choices: the administrator's three places, and the schedules of the other teachers. */
export const calendarChoices = (teachers: readonly Teacher[], ownId: string, typed: string): CalendarChoice[] => [
  ...PLACES.filter(({ label }) => isFound(label, '', typed)).map((place) => ({ calendar: place.calendar, label: place.label, place })),
  ...foundTeachers(teachers, typed)
    .filter(({ id }) => id !== ownId)
    .map((teacher): CalendarChoice => ({ calendar: `teacher-${teacher.id}`, label: nameOf(teacher), teacher })),
]
