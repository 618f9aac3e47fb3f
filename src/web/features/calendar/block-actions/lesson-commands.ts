import type { TimeBlock } from '#shared/calendar/contract.ts'
import { todayIn } from '#shared/dates.ts'
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import { readAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { knownClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import type { BlockTool } from './block-place.ts'
import type { PlanAct } from './plan-moves/move-keys.ts'

/** The palette's commands for the plan of a lesson, which moves along its class, with their search terms. */
const PLAN_ACTS: readonly { act: PlanAct; label: (block: TimeBlock) => string; asked: readonly string[] }[] = [
  { act: 'bump', label: ({ title }) => `Bump ${title}`, asked: ['bump', 'push', 'shift', 'move on', 'postpone'] },
  {
    act: 'bumpAll',
    label: ({ title }) => `Bump ${title} and all that follow`,
    asked: ['bump all', 'push all', 'shift all', 'move all on'],
  },
  { act: 'extend', label: ({ title }) => `Extend ${title}`, asked: ['extend', 'continue'] },
  { act: 'pullBack', label: ({ title }) => `Pull back ${title}`, asked: ['pull back', 'pull up'] },
  { act: 'lock', label: ({ title, isLocked }) => `${isLocked ? 'Unlock' : 'Lock'} ${title}`, asked: ['lock', 'unlock', 'pin'] },
]
/** The palette's commands for a lesson, with their search terms. `alone` are those for a lesson without a class. */
const ACTS = [
  { act: 'move', label: 'Move', asked: ['move', 'reschedule', 'postpone'], alone: ['bump', 'push', 'shift'] },
  { act: 'copy', label: 'Copy', asked: ['copy', 'duplicate'], alone: [] },
  { act: 'color', label: 'Color of', asked: ['color', 'colour', 'lesson color'], alone: [] },
] as const
/** Fewer letters name too many other things. */
const MIN_LETTERS = 3

const NONE: readonly Command[] = []

type LessonCommandsProps = {
  calendar: CalendarRef
  onTool: (tool: BlockTool) => void
  onEdit: (date: string, blockId: string) => void
}

/**
 * Registers commands for each lesson of the day on screen: to move its plan or the lesson itself, to copy it, or to color it. The search
 * lists them if the typed text asks for one.
 */
export const LessonCommands = ({ calendar, onTool, onEdit }: LessonCommandsProps) => {
  const { timezone } = useUser()
  const found = (typed: string): Command[] => {
    const words = typed.trim().toLowerCase()
    if (words.length < MIN_LETTERS) return []
    const isAsked = (asked: readonly string[]) => asked.some((word) => word.startsWith(words))
    const { date } = readAddress(window.location.search, todayIn(timezone, Date.now()))
    const lessons = (shownDay(calendar, date)?.lessons ?? []).map(({ block }) => block)
    const classes = new Set(knownClasses().map(({ id }) => id))
    const isOfClass = ({ classId }: TimeBlock) => calendar.kind === 'own' && classes.has(classId ?? '')
    const moving = PLAN_ACTS.filter(({ asked }) => isAsked(asked)).flatMap(({ act, label }) =>
      lessons.filter(isOfClass).map((block): Command => {
        const run = () => void import('./plan-moves/plan-acts.ts').then(({ actOnPlan }) => actOnPlan(calendar, act, { date, block }))
        return { id: `${act}-${block.id}`, label: label(block), group: 'Plan', run }
      }),
    )
    const others = ACTS.flatMap(({ act, label, asked, alone }) =>
      lessons
        .filter((block) => isAsked(asked) || (isAsked(alone) && !isOfClass(block)))
        .map((block): Command => {
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
    return [...moving, ...others]
  }
  useCommands(NONE, found)
  return null
}
