import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CalendarDays, Check, ChevronDown, Eye, School, Settings2 } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { CalendarName } from '#web/features/calendar/model/calendar-name.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { Avatar } from '#web/features/people/avatar.tsx'
import { useUser } from '#web/features/people/data.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { type CalendarChoice, calendarChoices } from './calendar-choices.ts'
import { mySchoolQuery, teachersQuery } from './data.ts'

const SCHOOL = <School aria-hidden="true" className="size-[18px] shrink-0 text-brand" />
const OWN = <CalendarDays aria-hidden="true" className="size-[18px] shrink-0 text-brand" />
const TICK = <Check aria-hidden="true" className="size-4 shrink-0 text-brand" />
const EYE = <Eye aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
const GEAR = <Settings2 aria-hidden="true" className="size-4" />

type OptionProps = {
  id: string
  choice: CalendarChoice
  isShown: boolean
  isPointed: boolean
  schoolName: string
  onChoose: () => void
  onPoint: () => void
}

const Option = ({ id, choice: { calendar, label, teacher }, isShown, isPointed, schoolName, onChoose, onPoint }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the field above, which handles the keys
  <div
    id={id}
    role="option"
    aria-selected={isShown}
    onClick={onChoose}
    onPointerMove={onPoint}
    className={clsx(
      'flex min-h-10 cursor-pointer scroll-my-2 items-center gap-2.5 rounded-lg px-2.5 py-1 font-medium small:min-h-11',
      isPointed && 'bg-brand-soft',
      calendar === 'mine' && 'mt-1.5 border-t border-line',
    )}
  >
    {teacher ? <Avatar person={teacher} className="size-7 text-tiny!" /> : calendar === 'mine' ? OWN : SCHOOL}
    <span className="min-w-0 flex-1">
      <span className={clsx('block truncate', calendar === 'school' && 'font-semibold text-brand')}>{label}</span>
      {calendar === 'school' && <span className="block truncate text-small text-ink-soft">{schoolName}</span>}
    </span>
    {isShown ? TICK : teacher && EYE}
  </div>
)

type ChoicesProps = { shown: CalendarName; schoolName: string; onClose: () => void }

/** Searchable list of all the school's calendars. A combobox: focus stays in the field, arrow keys move, Enter selects. */
const Choices = ({ shown, schoolName, onClose }: ChoicesProps) => {
  const id = useId()
  const { id: ownId, timezone } = useUser()
  const today = useToday(timezone)
  const { data: teachers = [], error } = useQuery(teachersQuery)
  const [typed, setTyped] = useState('')
  const [position, setPosition] = useState(0)
  const choices = calendarChoices(teachers, ownId, typed)
  const pointed = choices[position]
  const firstTeacher = choices.findIndex(({ teacher }) => teacher)

  const choose = (choice: CalendarChoice | undefined) => {
    if (!choice) return
    onClose()
    goTo(today, (now) => ({ ...now, calendar: choice.calendar }))
  }
  const move = (to: number) => {
    const next = (to + choices.length) % choices.length
    setPosition(next)
    document.getElementById(`${id}-${choices[next]?.calendar}`)?.scrollIntoView({ block: 'nearest' })
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || choices.length === 0) return
    if (event.key === 'ArrowDown') move(position + 1)
    else if (event.key === 'ArrowUp') move(position - 1)
    else if (event.key === 'Enter') choose(pointed)
    else return
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        role="combobox"
        aria-label="Find a teacher"
        placeholder="Find a teacher"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={pointed && `${id}-${pointed.calendar}`}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setPosition(0)
        }}
        onKeyDown={handleKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Calendars" className="mt-1.5 min-h-0 flex-1 overflow-y-auto">
        {choices.map((choice, at) => (
          <div key={choice.calendar} role="presentation">
            {at === firstTeacher && (
              <div aria-hidden="true" className="px-2.5 pt-2 pb-1 text-small font-semibold text-ink-soft">
                Our Teachers
              </div>
            )}
            <Option
              id={`${id}-${choice.calendar}`}
              choice={choice}
              isShown={choice.calendar === shown}
              isPointed={at === position}
              schoolName={schoolName}
              onChoose={() => choose(choice)}
              onPoint={() => setPosition(at)}
            />
          </div>
        ))}
      </div>
      <p role="status" className={clsx('px-2.5 text-label text-ink-soft', (error || choices.length === 0) && 'py-3')}>
        {error ? `Couldn’t load Our Teachers. ${error.message}` : choices.length === 0 && 'No teachers found.'}
      </p>
      <Button
        variant="ghost"
        size="sm"
        icon={GEAR}
        className="mt-1 justify-start!"
        onClick={() => {
          onClose()
          runCommand('our-teachers')
        }}
      >
        Manage Our Teachers
      </Button>
    </>
  )
}

/** Shows a school administrator whose calendar is on screen and switches to another one. */
export const ViewSelector = ({ isStrip }: { isStrip: boolean }) => {
  const { id: ownId, schoolAdministration } = useUser()
  const { data: mine } = useQuery({ ...mySchoolQuery, enabled: schoolAdministration })
  const { data: teachers = [] } = useQuery({ ...teachersQuery, enabled: schoolAdministration })
  const [isOpen, setIsOpen] = useState(false)
  const { kind, name } = useCalendar()
  const shown = kind === 'school' ? 'school' : kind === 'own' ? 'mine' : name
  if (!schoolAdministration) return null
  const label = calendarChoices(teachers, ownId, '').find(({ calendar }) => calendar === shown)?.label ?? 'Another schedule'
  const icon = shown === 'mine' ? OWN : SCHOOL
  return (
    <Popover
      label="Whose schedule"
      side={isStrip ? 'left' : 'bottom'}
      open={isOpen}
      onOpenChange={setIsOpen}
      className="max-h-[min(480px,var(--radix-popover-content-available-height))]! w-[286px]"
      trigger={
        isStrip ? (
          <IconButton label={`Whose schedule: ${label}`} variant="ghost" className="mb-2">
            {icon}
          </IconButton>
        ) : (
          <Button icon={icon} className="mb-3 w-full justify-start!" aria-label={`Whose schedule: ${label}`}>
            <span className="min-w-0 flex-1 truncate text-left">{label}</span>
            <ChevronDown aria-hidden="true" className="size-4" />
          </Button>
        )
      }
    >
      <Choices shown={shown} schoolName={mine?.school?.name ?? ''} onClose={() => setIsOpen(false)} />
    </Popover>
  )
}
