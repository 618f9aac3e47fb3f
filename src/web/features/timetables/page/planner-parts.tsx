import { navigate } from 'wouter/use-browser-location'
import { TIMETABLE_ADDRESS } from '#shared/addresses.ts'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-slots.tsx'
import { type Command, useCommands } from '#web/lib/input/commands.ts'

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

/** The parts that timetables add to the planner. */
export const timetableParts: PlannerParts = { WhenIdle: TimetableCommand }
