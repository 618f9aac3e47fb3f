import { Search } from 'lucide-react'
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
import { PLACES, type Place, usePlaceWords } from './places.tsx'
import './school.css'

const SEARCH = <Search className="size-4" />

/** True after a link in the head was followed, until the next head takes the focus. */
const wasFollowed = createStore(false)

type SchoolHeadProps = {
  today: string
  place: Place
  /** True if the page has no other search. */
  hasSearch?: boolean
}

/** The links between an administrator's three places, each with a line about it. */
export const SchoolHead = ({ today, place: shown, hasSearch = false }: SchoolHeadProps) => {
  const address = useFollowingAddress(today)
  const words = usePlaceWords()
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (wasFollowed.get()) current.current?.focus({ preventScroll: true })
    wasFollowed.set(false)
  }, [])
  const follow = (event: MouseEvent, calendar: CalendarName) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    wasFollowed.set(calendar !== 'mine')
    goTo(today, (now) => ({ ...now, calendar }))
  }
  return (
    <div className="school-head">
      <nav aria-label="Whose schedule" className="school-places">
        {PLACES.map(({ place, calendar, label, icon }) => (
          <a
            key={place}
            ref={place === shown ? current : undefined}
            href={writeAddress({ ...address, calendar })}
            aria-current={place === shown ? 'page' : undefined}
            onClick={(event) => follow(event, calendar)}
          >
            {icon}
            <b>{label}</b>
            <span>{words[place]}</span>
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
