import { ClipboardCheck, FileInput, FileOutput, NotebookPen, Send, SlidersHorizontal, Sparkles, Table2, Users } from 'lucide-react'
import { hasAccess } from '#shared/billing/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { useWaiting } from '#web/lib/waiting.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Count } from '#web/ui/count.tsx'

/** The sidebar's links, in display order. Each `id` is a command ID. */
const ACTIONS = [
  { id: 'out-today', label: 'I’m out today', about: 'Send your plan to the office', Icon: Send },
  { id: 'timetable', label: 'My timetable', about: 'Classes, days and times of your year', Icon: Table2 },
  { id: 'import', label: 'Bring in what you have', about: 'Calendar file, spreadsheet, Word', Icon: FileInput },
  { id: 'take-with-you', label: 'Take it with you', about: 'As Word, PDF, spreadsheet, calendar', Icon: FileOutput },
  { id: 'special-notes', label: 'Special Notes', about: 'Sub instructions, emergencies, students', Icon: NotebookPen },
  { id: 'sub-reports', label: 'Substitutes’ Reports', about: 'How your class went while you were out', Icon: ClipboardCheck },
  { id: 'collaboration', label: 'Collaboration', about: 'Share your schedule read-only', Icon: Users },
  { id: 'ai-instructions', label: 'AI Custom Instructions', about: 'Your class, grade level, and style', Icon: Sparkles },
  { id: 'preferences', label: 'Preferences', about: 'Theme, time format, first day of the week', Icon: SlidersHorizontal },
] as const

/**
 * Returns the actions available to the user. AI instructions require AI to be enabled and an active trial or plan, and reports one report.
 * Bringing lessons in requires a calendar that the user can change, and taking them out the user's own.
 */
const useActions = () => {
  const user = useUser()
  const { data: settings } = useSettings()
  const isOpen = hasAccess(user, useNow())
  const hasAi = user.aiFeatureFlag && settings?.ai && isOpen
  const hasReports = useWaiting().has('sub-reports')
  const { kind, mayAddLessons } = useCalendar()
  const isHidden = { 'ai-instructions': !hasAi, 'sub-reports': !hasReports, import: !mayAddLessons, 'take-with-you': kind !== 'own' }
  return ACTIONS.filter(({ id }) => !(id in isHidden && isHidden[id as keyof typeof isHidden]))
}

export const QuickActions = () => {
  const waiting = useWaiting()
  const actions = useActions()
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="mt-4 mb-1 font-text text-small font-semibold tracking-normal text-ink-soft">
        Quick Actions
      </h2>
      <ul className="-mx-2">
        {actions.map(({ id, label, about, Icon }) => (
          // The tools sheet has it among its own buttons.
          <li key={id} className={id === 'out-today' ? 'in-data-[makes-room]:hidden' : undefined}>
            <button
              type="button"
              className="flex w-full items-center gap-3 rounded-control px-2 py-2 text-left transition-colors duration-150 hover:bg-sunken"
              onClick={() => runCommand(id)}
            >
              <Icon className="size-[18px] shrink-0 text-brand" />
              <span className="min-w-0 flex-1">
                <strong className="block font-semibold">{label}</strong>
                <span className="block text-caption text-ink-soft">{about}</span>
              </span>
              <Count value={waiting.get(id) ?? 0} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The same actions as icons with tooltips, for the collapsed sidebar. */
export const QuickActionIcons = () => {
  const waiting = useWaiting()
  const actions = useActions()
  return (
    <ul className="grid justify-items-center gap-2">
      {actions.map(({ id, label, Icon }) => (
        <li key={id} className="relative">
          <IconButton
            label={waiting.get(id) ? `${label}, ${waiting.get(id)} waiting` : label}
            variant="ghost"
            onClick={() => runCommand(id)}
          >
            <Icon className="size-[17px]" />
          </IconButton>
          <span aria-hidden="true" className="pointer-events-none absolute -top-1 -right-1.5">
            <Count value={waiting.get(id) ?? 0} />
          </span>
        </li>
      ))}
    </ul>
  )
}
