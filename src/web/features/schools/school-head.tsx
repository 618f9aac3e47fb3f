import { useQuery } from '@tanstack/react-query'
import { CalendarDays, School, Search, Users } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { CalendarName } from '#web/features/calendar/model/calendar-name.ts'
import { writeAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, useFollowingAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { keyName } from '#web/lib/input/shortcut.ts'
import { isMac } from '#web/lib/platform.ts'
import { createStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Keys } from '#web/ui/keys.tsx'
import { invitationsQuery, teachersQuery } from './data.ts'
import './school.css'

const SEARCH = <Search className="size-4" />

type Place = 'school' | 'teachers' | 'mine'
const PLACES = [
  { place: 'school', calendar: '', label: 'SCHOOL WIDE', Icon: School },
  { place: 'teachers', calendar: 'teachers', label: 'Our Teachers', Icon: Users },
  { place: 'mine', calendar: 'mine', label: 'My Schedule', Icon: CalendarDays },
] as const satisfies readonly { place: Place; calendar: CalendarName; label: string; Icon: typeof School }[]

/** True after a link in the head was followed, until the next head takes the focus. */
const wasFollowed = createStore(false)

/** Returns how many teachers have joined, and how many invitations are pending. Undefined while loading. */
export const useTeacherCounts = (): { joined: number; pending: number } | undefined => {
  const { data: teachers } = useQuery(teachersQuery)
  const { data: invitations } = useQuery(invitationsQuery)
  if (!teachers || !invitations) return undefined
  return { joined: teachers.length, pending: invitations.filter(({ status }) => status === 'waiting').length }
}

type SchoolHeadProps = {
  today: string
  place: Place
  /** True if the page has no other search. */
  hasSearch?: boolean
}

/** The links between an administrator's three places, each with a line about it. */
export const SchoolHead = ({ today, place: shown, hasSearch = false }: SchoolHeadProps) => {
  const address = useFollowingAddress(today)
  const counts = useTeacherCounts()
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (wasFollowed.get()) current.current?.focus({ preventScroll: true })
    wasFollowed.set(false)
  }, [])
  const about: Record<Place, string> = {
    school: 'Days everyone sees',
    teachers: counts ? `${counts.joined} joined${counts.pending > 0 ? `, ${counts.pending} pending` : ''}` : '\u00a0',
    mine: 'Your own lessons',
  }
  const follow = (event: MouseEvent, calendar: CalendarName) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    wasFollowed.set(calendar !== 'mine')
    goTo(today, (now) => ({ ...now, calendar }))
  }
  return (
    <div className="school-head">
      <nav aria-label="Whose schedule" className="school-places">
        {PLACES.map(({ place, calendar, label, Icon }) => (
          <a
            key={place}
            ref={place === shown ? current : undefined}
            href={writeAddress({ ...address, calendar })}
            aria-current={place === shown ? 'page' : undefined}
            onClick={(event) => follow(event, calendar)}
          >
            <Icon aria-hidden="true" className="size-[18px]" />
            <b>{label}</b>
            <span>{about[place]}</span>
          </a>
        ))}
      </nav>
      {hasSearch && (
        <Button icon={SEARCH} className="school-search font-normal! text-ink-soft!" onClick={() => runCommand('palette')}>
          <span className="flex-1 text-left">Search</span>
          <Keys name={keyName('Mod+k', isMac)} />
        </Button>
      )}
    </div>
  )
}
