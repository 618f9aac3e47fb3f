import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { CalendarName } from '#web/features/calendar/model/calendar-name.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { Avatar } from '#web/features/people/avatar.tsx'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { type CalendarChoice, calendarChoices } from './calendar-choices.ts'
import { teachersQuery } from './data.ts'
import { PLACES, usePlaceWords } from './places.tsx'

const TICK = <Check className="size-4 shrink-0 text-brand" />

/** Scrolls to the choice that is shown, which may be a teacher far down the list. */
const scrollTo = (choice: Element | null): void => choice?.scrollIntoView({ block: 'nearest' })

type ChoiceProps = { choice: CalendarChoice; isShown: boolean }

const Choice = ({ choice: { label, place, teacher }, isShown }: ChoiceProps) => {
  const words = usePlaceWords()
  return (
    <>
      {teacher && <Avatar person={teacher} className="size-7 text-tiny!" />}
      {place && <span className="text-brand">{place.icon}</span>}
      <span ref={isShown ? scrollTo : undefined} className="min-w-0 flex-1 scroll-my-8">
        <span className="block truncate">{label}</span>
        {place && <span className="block truncate text-small text-ink-soft">{words[place.place]}</span>}
      </span>
      {isShown && TICK}
    </>
  )
}

type ChoicesProps = { shown: CalendarName; onClose: () => void }

/** A searchable list of the administrator's places and the teachers' schedules. Starts at the one that is shown. */
const Choices = ({ shown, onClose }: ChoicesProps) => {
  const { id: ownId, timezone } = useUser()
  const today = useToday(timezone)
  const { data: teachers = [], error } = useQuery(teachersQuery)
  const [typed, setTyped] = useState('')
  const choices = calendarChoices(teachers, ownId, typed)
  const choose = (choice: CalendarChoice) => {
    onClose()
    goTo(today, (now) => ({ ...now, calendar: choice.calendar }))
  }
  return (
    <>
      <Combobox
        label="Find a teacher"
        placeholder="Find a teacher"
        typed={typed}
        onType={setTyped}
        listLabel="Calendars"
        listClassName="mt-1.5 -mb-2 min-h-0 flex-1 overflow-y-auto pb-5 mask-[linear-gradient(to_bottom,black_calc(100%-28px),transparent)]"
        items={choices}
        idOf={({ calendar }) => calendar}
        isFirst={({ calendar }) => typed !== '' || calendar === shown}
        isSelected={({ calendar }) => calendar === shown}
        optionClassName={() => 'gap-2.5 py-1'}
        heading={({ teacher }, before) =>
          teacher &&
          !before?.teacher && (
            <div aria-hidden="true" className="px-2.5 pt-2 pb-1 text-small font-semibold text-ink-soft">
              Teachers’ schedules
            </div>
          )
        }
        onChoose={choose}
      >
        {(choice) => <Choice choice={choice} isShown={choice.calendar === shown} />}
      </Combobox>
      <p role="status" className={clsx('px-2.5 text-label text-ink-soft', (error || choices.length === 0) && 'py-3')}>
        {error ? `Couldn’t load Our Teachers. ${error.message}` : choices.length === 0 && 'No teachers found.'}
      </p>
    </>
  )
}

/** Shows which calendar is displayed and lets a school administrator switch to another one. */
export const ViewSelector = ({ isStrip }: { isStrip: boolean }) => {
  const { id: ownId, schoolAdministration } = useUser()
  const { data: teachers = [] } = useQuery({ ...teachersQuery, enabled: schoolAdministration })
  const [isOpen, setIsOpen] = useState(false)
  const { kind, name } = useCalendar()
  const shown = name === 'school' ? '' : kind === 'own' ? 'mine' : name
  if (!schoolAdministration) return null
  const chosen = calendarChoices(teachers, ownId, '').find(({ calendar }) => calendar === shown)
  const label = chosen?.label ?? 'Another schedule'
  const icon = <span className="text-brand">{(chosen?.place ?? PLACES[0]).icon}</span>
  return (
    <Popover
      label="Whose schedule"
      side={isStrip ? 'left' : 'bottom'}
      open={isOpen}
      onOpenChange={setIsOpen}
      className="[&>input]:shrink-0 max-h-[min(480px,var(--radix-popover-content-available-height))]! w-[286px]"
      trigger={
        isStrip ? (
          <button
            type="button"
            aria-label={`Whose schedule: ${label}`}
            className="mb-1 grid w-[62px] justify-items-center gap-1 rounded-control py-1.5 text-center text-tiny leading-tight font-semibold text-ink hover:bg-sunken"
          >
            {icon}
            <span className="line-clamp-3 max-w-full break-words">{label}</span>
          </button>
        ) : (
          <Button icon={icon} className="mb-3 w-full justify-start!" aria-label={`Whose schedule: ${label}`}>
            <span className="min-w-0 flex-1 truncate text-left">{label}</span>
            <ChevronDown className="size-4" />
          </Button>
        )
      }
    >
      <Choices shown={shown} onClose={() => setIsOpen(false)} />
    </Popover>
  )
}
