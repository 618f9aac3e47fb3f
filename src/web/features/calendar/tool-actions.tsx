import { CalendarClock, ClipboardList, Printer, Redo2, Repeat2, Search, Send, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useLatestStep } from '#web/features/calendar/days/steps.ts'
import type { PlannedPart } from '#web/features/calendar/navigation/planner-url.ts'
import { type CommandId, runCommand } from '#web/lib/input/commands.ts'
import { Button } from '#web/ui/button.tsx'
import { useLeaveDrawer } from '#web/ui/drawer.tsx'

const icon = (Icon: typeof Undo2) => <Icon className="size-[17px]" />
const [OUT, UNDO, REDO, SEARCH, PLAN, PRINT, REPEAT, LAST_YEAR] = [
  icon(Send),
  icon(Undo2),
  icon(Redo2),
  icon(Search),
  icon(ClipboardList),
  icon(Printer),
  icon(Repeat2),
  icon(CalendarClock),
]

type ToolProps = { icon: ReactNode; label: string; about?: string | undefined; disabled?: boolean; onClick: () => void }

const Tool = ({ icon, label, about, disabled, onClick }: ToolProps) => (
  <Button icon={icon} disabled={disabled} className="h-auto! min-h-12 min-w-0 justify-start! px-3! py-2 text-left" onClick={onClick}>
    <span className="min-w-0">
      <span className="block whitespace-normal">{label}</span>
      {about && <span className="block truncate text-small font-normal text-ink-soft">{about}</span>}
    </span>
  </Button>
)

/** The tools sheet's actions. `isPlans` is true for a month or a class. */
export const ToolActions = ({ view, isPlans }: Pick<PlannedPart, 'view'> & { isPlans: boolean }) => {
  const leave = useLeaveDrawer()
  const run = (id: CommandId) => leave(() => runCommand(id))
  const calendar = useCalendar()
  const done = useLatestStep('done', calendar.id)
  const undone = useLatestStep('undone', calendar.id)
  return (
    <div className="mb-4 grid grid-cols-2 gap-2">
      {calendar.mayEdit && (done || undone) && (
        <>
          <Tool icon={UNDO} label="Undo" about={done ? done.words : 'Nothing to undo'} disabled={!done} onClick={() => run('undo')} />
          <Tool icon={REDO} label="Redo" about={undone ? undone.words : 'Nothing to redo'} disabled={!undone} onClick={() => run('redo')} />
        </>
      )}
      {calendar.kind === 'own' && <Tool icon={OUT} label="I’m out today" onClick={() => run('out-today')} />}
      <Tool icon={SEARCH} label="Search" onClick={() => run('palette')} />
      <Tool icon={PRINT} label="Print…" onClick={() => run(isPlans ? 'print-dates' : `print-${view}`)} />
      {calendar.kind !== 'school' && <Tool icon={PLAN} label="Generate Sub Plans" onClick={() => run('sub-plans')} />}
      {calendar.mayAddLessons && view === 'week' && <Tool icon={LAST_YEAR} label="Fill from last year…" onClick={() => run('fill-week')} />}
      {calendar.mayAddLessons && (
        <Tool icon={REPEAT} label={`Repeat this ${view} until…`} onClick={() => run(view === 'week' ? 'repeat-week' : 'repeat-day')} />
      )}
    </div>
  )
}
