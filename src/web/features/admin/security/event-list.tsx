import { clsx } from 'clsx'
import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SecurityEvent } from '#shared/admin/security/contract.ts'
import { actLabel, EVENT_KINDS, type EventKind, type Risk } from '#shared/admin/security/rules.ts'
import { Instant } from '#web/features/people/instant.tsx'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field, Select, TextInput } from '#web/ui/field.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { Panel } from '../panel.tsx'
import { type EventFilter, useEvents } from './data.ts'

const RISKS: Record<Risk, { label: string; Icon: LucideIcon; look: string }> = {
  low: { label: 'Low', Icon: CircleCheck, look: 'bg-sunken text-ink-soft' },
  medium: { label: 'Medium', Icon: CircleAlert, look: 'bg-brass-soft text-brass-ink' },
  high: { label: 'High', Icon: TriangleAlert, look: 'bg-blocked-soft text-blocked' },
}

const RiskBadge = ({ risk }: { risk: Risk }) => {
  const { label, Icon, look } = RISKS[risk]
  return (
    <span
      className={`inline-flex items-center gap-1.5 justify-self-start rounded-full py-0.5 pr-2.5 pl-2 text-small font-semibold ${look}`}
    >
      <Icon className="size-[13px]" />
      <span className="sr-only">Risk: </span>
      {label}
    </span>
  )
}

type Somebody = SecurityEvent['actor']
const nameOf = (somebody: NonNullable<Somebody>): string => (somebody.state === 'gone' ? 'deleted account' : (somebody.email ?? 'a guest'))

/** Returns an event's actor, and its subject if that is a different user. */
const peopleOf = ({ act, actor, subject }: SecurityEvent): string => {
  if (!actor && !subject) return act.startsWith('session.') ? 'an unknown address' : 'the console'
  if (!actor) return subject ? nameOf(subject) : ''
  const isOneself = !subject || (subject.state === actor.state && subject.email === actor.email)
  return isOneself ? nameOf(actor) : `${nameOf(actor)} → ${nameOf(subject)}`
}

const COLUMNS = 'grid grid-cols-[9.5rem_5.5rem_minmax(0,1fr)_minmax(0,2fr)_8.5rem] gap-x-4'

const EventRow = ({ event }: { event: SecurityEvent }) => (
  <li className={clsx(COLUMNS, 'items-center gap-y-1 border-t border-line py-2.5 text-control narrow:grid-cols-[minmax(0,1fr)_auto]')}>
    <Instant at={event.at} className="tabular text-ink-soft narrow:order-3 narrow:text-small" />
    <RiskBadge risk={event.risk} />
    <span className="font-semibold narrow:-order-1">{actLabel(event.act)}</span>
    <span className="narrow:order-2 narrow:col-span-2">
      {peopleOf(event)}
      {event.school && <span className="text-ink-soft">, {event.school}</span>}
    </span>
    <span className="text-small text-ink-soft tabular narrow:order-3">{event.network}</span>
  </li>
)

/** Debounces the search text. */
const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), 300)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** How many events a phone shows at first. */
const FIRST_ON_PHONE = 10

const Events = ({ filter }: { filter: EventFilter }) => {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useEvents(filter)
  const isPhone = useMedia(PHONE)
  const [showsAll, setShowsAll] = useState(false)
  if (!data && error)
    return <ErrorState title="Couldn’t load the log" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <LoadingPlace label="Loading events..." />
  const events = data.pages.flatMap((page) => page.events)
  const isCut = isPhone && !showsAll && events.length > FIRST_ON_PHONE
  if (events.length === 0) return <EmptyState title="No events found" description="Try another type or another email." />
  return (
    <>
      <div aria-hidden="true" className={clsx(COLUMNS, 'mt-3 py-1.5 text-small font-medium text-ink-soft narrow:hidden')}>
        {['When', 'Risk', 'What', 'Who', 'Network'].map((title) => (
          <span key={title}>{title}</span>
        ))}
      </div>
      <ul className="border-b border-line narrow:mt-3">
        {(isCut ? events.slice(0, FIRST_ON_PHONE) : events).map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {(isCut || hasNextPage) && (
        <Button className="mt-3" busy={isFetchingNextPage} onClick={() => (isCut ? setShowsAll(true) : void fetchNextPage())}>
          Show earlier events
        </Button>
      )}
    </>
  )
}

/** The live security log, filtered by category and email. */
export const EventList = () => {
  const [kind, setKind] = useState<EventKind | ''>('')
  const [typed, setTyped] = useState('')
  const q = useSettled(typed)
  return (
    <Panel title="Recent Events" description="Who did what, newest first. Kept for 12 months.">
      <div className="mt-4 grid grid-cols-[minmax(0,22rem)_14rem] gap-3 phone:grid-cols-1">
        <Field label="Search by email">
          {(wiring) => (
            <TextInput
              {...wiring}
              type="search"
              maxLength={254}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Field label="Type">
          {(wiring) => (
            <Select {...wiring} value={kind} onChange={(event) => setKind(event.target.value as EventKind | '')}>
              <option value="">All events</option>
              {Object.entries(EVENT_KINDS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Events filter={{ kind: kind === '' ? undefined : kind, q }} />
    </Panel>
  )
}
