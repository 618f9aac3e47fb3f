import { useQuery } from '@tanstack/react-query'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { openTemplateDialog } from '#web/features/templates/open-dialogs.ts'
import type { AnyTemplate } from '#web/features/templates/template-kinds.ts'
import { askedFor } from '#web/lib/input/asked-commands.ts'
import type { Command } from '#web/lib/input/commands.ts'
import { useToday } from '#web/lib/time/use-today.ts'

/** Returns a command for each daily and weekly template that the typed text names. It opens the dialog that applies the template. */
export const useTemplateCommands = (typed: string): Command[] => {
  const { mayAddLessons } = useCalendar()
  const { date } = usePlannerAddress(useToday(useUser().timezone))
  const enabled = mayAddLessons && typed.trim().length > 1
  const { data: daily = [] } = useQuery({ ...templatesQuery('daily'), enabled })
  const { data: weekly = [] } = useQuery({ ...templatesQuery('weekly'), enabled })
  const commandOf = (entry: AnyTemplate): Command => ({
    id: `apply-${entry.template.id}`,
    label: `Apply ${entry.template.name}…`,
    group: 'Plan',
    words: `template ${entry.kind}`,
    run: (on = date) => openTemplateDialog({ is: 'apply', entry, date: on }),
  })
  const all = [
    ...daily.map((template) => commandOf({ kind: 'daily', template })),
    ...weekly.map((template) => commandOf({ kind: 'weekly', template })),
  ]
  return enabled ? askedFor(all, typed) : []
}
