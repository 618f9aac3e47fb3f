import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Teacher } from '#shared/schools/contract.ts'
import type { CalendarName } from '#web/features/calendar/model/calendar-name.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { type Command, runCommand, useCommands } from '#web/lib/input/commands.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { setWaiting } from '#web/lib/waiting.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { foundTeachers } from './calendar-choices.ts'
import { mySchoolQuery, teachersQuery } from './data.ts'

/** The menu item whose badge counts pending invitations. Teachers respond to invitations in Preferences. */
const PREFERENCES = 'preferences'
/** The maximum number of teachers that the command palette lists. */
const MOST = 8

/** Shows pending school invitations as a badge on Preferences and once as a toast. A banner would push the week down. */
const useInvitationNews = (isGuest: boolean): void => {
  const { data } = useQuery({ ...mySchoolQuery, enabled: !isGuest })
  const [first] = data?.invitations ?? []
  const [told, setTold] = useState<string>()
  useEffect(() => setWaiting(PREFERENCES, data?.invitations.length ?? 0), [data])
  useEffect(() => {
    if (!first || first.id === told) return
    setTold(first.id)
    showToast({
      title: `${first.schoolName} invited you to join`,
      description: 'You’ll find the invitation in Preferences.',
      action: { label: 'View', onPress: () => runCommand(PREFERENCES) },
    })
  }, [first, told])
}

/** Registers the school administrators' commands. */
const Administration = () => {
  const { id: ownId, timezone } = useUser()
  const today = useToday(timezone)
  const { data: teachers = [] } = useQuery(teachersQuery)
  const show = (calendar: CalendarName) => goTo(today, (now) => ({ ...now, calendar }))
  const viewCommand = (teacher: Teacher): Command => ({
    id: `view-teacher-${teacher.id}`,
    label: `View ${nameOf(teacher)}’s schedule`,
    group: 'Go to',
    run: () => show(`teacher-${teacher.id}`),
  })
  const commands: Command[] = [
    { id: 'school-wide', label: 'SCHOOL WIDE', group: 'Go to', words: 'calendar', run: () => show('') },
    { id: 'my-schedule', label: 'My Schedule', group: 'Go to', words: 'own calendar', run: () => show('mine') },
    { id: 'our-teachers', label: 'Our Teachers', group: 'Go to', words: 'school invite manage administrator', run: () => show('teachers') },
  ]
  const found = (typed: string): Command[] =>
    foundTeachers(
      teachers.filter(({ id }) => id !== ownId),
      typed.replace(/^view\s+/i, ''),
    )
      .slice(0, MOST)
      .map(viewCommand)
  useCommands(commands, found)
  return null
}

/** Announces school invitations and registers the school administrators' commands. */
export const SchoolDialogs = () => {
  const { isGuest, schoolAdministration } = useUser()
  useInvitationNews(isGuest)
  return schoolAdministration && <Administration />
}
