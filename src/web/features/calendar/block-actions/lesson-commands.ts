import { todayIn } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { readAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { useUser } from '#web/features/people/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import type { BlockTool } from './block-place.ts'

/** The palette's commands for a lesson, with their search terms. */
const ACTS = [
  { act: 'move', label: 'Move', asked: ['move', 'bump', 'push', 'shift', 'reschedule', 'postpone'] },
  { act: 'copy', label: 'Copy', asked: ['copy', 'duplicate'] },
  { act: 'color', label: 'Color of', asked: ['color', 'colour', 'lesson color'] },
] as const
/** Fewer letters name too many other things. */
const MIN_LETTERS = 3

const NONE: readonly Command[] = []

type LessonCommandsProps = {
  calendar: CalendarRef
  onTool: (tool: BlockTool) => void
  onEdit: (date: string, blockId: string) => void
}

/** Registers commands that move, copy, or color each lesson of the day on screen. The search lists them if the typed text asks for one. */
export const LessonCommands = ({ calendar, onTool, onEdit }: LessonCommandsProps) => {
  const { timezone } = useUser()
  const found = (typed: string): Command[] => {
    const words = typed.trim().toLowerCase()
    const wanted = ACTS.filter(({ asked }) => words.length >= MIN_LETTERS && asked.some((word) => word.startsWith(words)))
    const { date } = readAddress(window.location.search, todayIn(timezone, Date.now()))
    const lessons = shownDay(calendar, date)?.lessons ?? []
    return wanted.flatMap(({ act, label }) =>
      lessons.map(({ block }): Command => {
        const run = () => {
          const card = document.querySelector<HTMLElement>(`[data-date="${date}"] [data-block-id="${CSS.escape(block.id)}"]`)
          // The color is chosen in the lesson's own dialog.
          if (act === 'color') onEdit(date, block.id)
          else
            onTool({
              kind: act,
              date,
              block,
              isPlan: false,
              opener: card ?? document.body,
              at: { left: 0, top: 0, width: 0, height: 0 },
              isByKey: true,
            })
        }
        return { id: `${act}-${block.id}`, label: `${label} ${block.title}…`, group: 'Plan', run }
      }),
    )
  }
  useCommands(NONE, found)
  return null
}
