import { clsx } from 'clsx'
import { ArrowRight, CalendarRange, FileInput, Keyboard, Plus, Table2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { formatDay, isSchoolDay, mondayOf, timeIn } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { addSampleWeek } from './first-week-saves.ts'
import { greetingAt } from './greeting.ts'

type WayProps = {
  Icon: ComponentType<{ className: string; 'aria-hidden': 'true' }>
  name: string
  /** The time or effort this option takes, as shown on the card. */
  takes: string
  text: string
  act: string
  isFirst?: boolean
  isBusy?: boolean
  onPress: () => void
}

/** A button card for one way to get started. */
const Way = ({ Icon, name, takes, text, act, isFirst = false, isBusy = false, onPress }: WayProps) => (
  <button
    type="button"
    aria-disabled={isBusy || undefined}
    onClick={isBusy ? undefined : onPress}
    className={clsx(
      'group grid grid-cols-[auto_1fr_auto] items-center gap-x-3 rounded-card border p-3 text-left transition-colors duration-150 md:grid-cols-[1fr_auto] md:grid-rows-[auto_auto_1fr_auto] md:items-start md:p-4',
      isFirst ? 'border-brand bg-brand-soft' : 'border-line-control bg-paper hover:border-line-strong',
    )}
  >
    <span
      className={clsx(
        'row-span-2 grid size-9 place-items-center rounded-control border md:row-span-1',
        isFirst ? 'border-brand bg-brand text-on-brand' : 'border-line bg-surface text-brand',
      )}
    >
      <Icon aria-hidden="true" className="size-[18px]" />
    </span>
    <span className="font-(family-name:--display) text-title leading-snug font-bold text-ink md:col-span-2 md:col-start-1 md:mt-2.5">
      {name}
    </span>
    <span className="col-start-2 row-start-1 justify-self-end text-caption font-semibold text-ink-soft max-md:hidden">{takes}</span>
    <span className="col-start-2 text-label leading-snug text-ink-soft md:col-span-2 md:col-start-1 md:mt-1">{text}</span>
    <span className="col-start-3 row-span-2 row-start-1 flex items-center gap-1.5 text-control font-semibold text-brand md:col-span-2 md:col-start-1 md:row-span-1 md:row-start-4 md:mt-2.5">
      <span className="max-md:sr-only">{act}</span>
      <ArrowRight className="size-4 transition-transform duration-150 group-hover:translate-x-0.5" />
    </span>
  </button>
)

type InvitationProps = {
  user: User
  monday: string
  date: string
  onType: () => void
  /** Called when the pointer or focus is near the button that opens the dialog. */
  onApproach: () => void
  onAdd: (date: string) => void
}

const TIMETABLE = <Table2 className="size-4" />
const BRING_IN = <FileInput className="size-4" />

/** Shows three ways to fill the first week, and the ways to fill the whole year. */
export const Invitation = ({ user, monday, date, onType, onApproach, onAdd }: InvitationProps) => {
  const calendar = useCalendar()
  const [greeting] = useState(() => greetingAt(timeIn(user.timezone, Date.now()), user.displayName))
  const [isBusy, whileBusy] = usePending()
  const today = useToday(user.timezone)
  const isNextWeek = !isSchoolDay(today) && monday === mondayOf(schoolDayOf(today))
  const addSample = async () => {
    await whileBusy(() => addSampleWeek(calendar, monday))
  }
  return (
    <section
      aria-label="Ways to start"
      data-week-ways=""
      className="relative mx-5 mb-3.5 overflow-hidden rounded-dialog border border-line bg-surface p-5 shadow-card small:mx-4 small:p-3.5"
      onPointerOver={onApproach}
      onFocus={onApproach}
    >
      <div aria-hidden="true" className="sunrise absolute inset-x-0 top-0 h-1" />
      <h2 className="text-heading-large leading-tight small:text-heading">{greeting} Let’s fill your first week.</h2>
      <p className="mt-1 text-lead text-ink-soft small:text-label">
        {isNextWeek && 'You’re looking at next week. '}Choose how to start. You can change everything later, or undo it.
      </p>
      <div className="mt-4 grid gap-3 md:grid-cols-[1.16fr_1fr_1fr] small:mt-3 small:gap-2">
        <Way
          isFirst
          Icon={Keyboard}
          name="Type my usual day"
          takes="About 1 minute"
          text="“8:00 Morning Meeting, 8:20 Reading…” One lesson per line, then pick your days."
          act="Start typing"
          onPress={onType}
        />
        <Way
          Icon={CalendarRange}
          name="Use a sample week"
          takes="1 click"
          text="A 4th-grade week to explore and make your own."
          act="Add the sample week"
          isBusy={isBusy}
          onPress={() => void addSample()}
        />
        <Way
          Icon={Plus}
          name="Add one lesson"
          takes="10 seconds"
          text="Start with just one. Or press any hour below."
          act={`Add to ${formatDay(date, 'weekdayLong')}`}
          onPress={() => onAdd(date)}
        />
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-label text-ink-soft small:mt-2">
        <p>Know your whole year? Fill it at once, with A and B weeks or a cycle, too.</p>
        <Button variant="ghost" size="sm" icon={TIMETABLE} className="text-brand!" onClick={() => runCommand('timetable')}>
          Set up my timetable
        </Button>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-label text-ink-soft">
        <p>Have your plans in a calendar, a spreadsheet, or Word?</p>
        <Button variant="ghost" size="sm" icon={BRING_IN} className="text-brand!" onClick={() => runCommand('import')}>
          Bring in what you have
        </Button>
      </div>
    </section>
  )
}
