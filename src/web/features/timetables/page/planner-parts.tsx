import { Suspense } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { TIMETABLE_ADDRESS } from '#shared/addresses.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { useUser } from '#web/features/people/data.ts'
import { CopyYearCommand } from '#web/features/timetables/copy-year/copy-year-command.tsx'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { useWasIdle } from '#web/lib/time/when-idle.ts'

const CycleDayCommandPart = lazyPart(async () => (await import('#web/features/timetables/cycle-day/cycle-day-command.tsx')).CycleDayCommand)
const SchoolQuestionPart = lazyPart(async () => (await import('#web/features/timetables/school/school-question.tsx')).SchoolQuestion)

const COMMANDS: readonly Command[] = [
  {
    id: 'timetable',
    label: 'My timetable',
    group: 'Go to',
    words: 'schedule classes year cycle day rotation bell times set up paste spreadsheet',
    run: () => navigate(TIMETABLE_ADDRESS),
  },
]

const TimetableCommand = () => {
  useCommands(COMMANDS)
  return null
}

/** The dialogs of timetables, with their commands. */
const Dialogs = () => {
  const isIdle = useWasIdle()
  return (
    isIdle && (
      <>
        <Suspense>
          <CycleDayCommandPart />
        </Suspense>
        <CopyYearCommand />
      </>
    )
  )
}

/** The question of a teacher's school, above the teacher's own days. */
const Question = () => {
  const { kind, mayEdit } = useCalendar()
  const { schoolId } = useUser()
  const isIdle = useWasIdle()
  return (
    isIdle &&
    mayEdit &&
    kind === 'own' &&
    schoolId !== null && (
      <Suspense>
        <SchoolQuestionPart />
      </Suspense>
    )
  )
}

/** The parts that timetables add to the planner. */
export const timetableParts: PlannerParts = { AboveDays: Question, WhenIdle: TimetableCommand, Dialogs }
