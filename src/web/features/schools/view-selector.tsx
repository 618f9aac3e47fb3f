import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CalendarDays, Check, ChevronDown, Eye, School, Settings2 } from 'lucide-react'
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
import { mySchoolQuery, teachersQuery } from './data.ts'

const SCHOOL = <School className="size-[18px] shrink-0 text-brand" />
const OWN = <CalendarDays className="size-[18px] shrink-0 text-brand" />
const TICK = <Check className="size-4 shrink-0 text-brand" />
const EYE = <Eye className="size-4 shrink-0 text-ink-soft" />
const GEAR = <Settings2 className="size-4" />

const Choice = ({
  choice: { calendar, label, teacher },
  isShown,
  schoolName,
}: {
  choice: CalendarChoice
  isShown: boolean
  schoolName: string
}) => (
  <>
    {teacher ? <Avatar person={teacher} className="size-7 text-tiny!" /> : calendar === 'mine' ? OWN : SCHOOL}
    <span className="min-w-0 flex-1">
      <span className={clsx('block truncate', calendar === '' && 'font-semibold text-brand')}>{label}</span>
      {calendar === '' && <span className="block truncate text-small text-ink-soft">{schoolName}</span>}
    </span>
    {isShown ? TICK : teacher && EYE}
  </>
)

type ChoicesProps = { shown: CalendarName; schoolName: string; onClose: () => void }

/** A searchable list of all the school's calendars. */
const Choices = ({ shown, schoolName, onClose }: ChoicesProps) => {
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
        listClassName="mt-1.5 min-h-0 flex-1 overflow-y-auto"
        items={choices}
        idOf={({ calendar }) => calendar}
        isSelected={({ calendar }) => calendar === shown}
        optionClassName={() => 'gap-2.5 py-1'}
        heading={({ teacher }, before) =>
          teacher &&
          !before?.teacher && (
            <div aria-hidden="true" className="px-2.5 pt-2 pb-1 text-small font-semibold text-ink-soft">
              Our Teachers
            </div>
          )
        }
        onChoose={choose}
      >
        {(choice) => <Choice choice={choice} isShown={choice.calendar === shown} schoolName={schoolName} />}
      </Combobox>
      <p role="status" className={clsx('px-2.5 text-label text-ink-soft', (error || choices.length === 0) && 'py-3')}>
        {error ? `Couldn’t load Our Teachers. ${error.message}` : choices.length === 0 && 'No teachers found.'}
      </p>
      <div className="-mx-1.5 grid shrink-0 border-t border-line px-1.5 pt-1">
        <Button
          variant="ghost"
          size="sm"
          icon={GEAR}
          className="justify-start!"
          onClick={() => {
            onClose()
            goTo(today, (now) => ({ ...now, calendar: 'teachers' }))
          }}
        >
          Manage Our Teachers
        </Button>
      </div>
    </>
  )
}

/** Shows which calendar is displayed and lets a school administrator switch to another one. */
export const ViewSelector = ({ isStrip }: { isStrip: boolean }) => {
  const { id: ownId, schoolAdministration } = useUser()
  const { data: mine } = useQuery({ ...mySchoolQuery, enabled: schoolAdministration })
  const { data: teachers = [] } = useQuery({ ...teachersQuery, enabled: schoolAdministration })
  const [isOpen, setIsOpen] = useState(false)
  const { kind, name } = useCalendar()
  const shown = kind === 'school' ? '' : kind === 'own' ? 'mine' : name
  if (!schoolAdministration) return null
  const label =
    name === 'teachers'
      ? 'Our Teachers'
      : (calendarChoices(teachers, ownId, '').find(({ calendar }) => calendar === shown)?.label ?? 'Another schedule')
  const icon = shown === 'mine' ? OWN : SCHOOL
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
            className="mb-1 grid w-[56px] justify-items-center gap-1 rounded-control px-0.5 py-1.5 text-center text-tiny leading-tight font-semibold text-ink hover:bg-sunken"
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
      <Choices shown={shown} schoolName={mine?.school?.name ?? ''} onClose={() => setIsOpen(false)} />
    </Popover>
  )
}
