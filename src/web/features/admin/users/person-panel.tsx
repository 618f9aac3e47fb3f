import { useQuery } from '@tanstack/react-query'
import { EyeOff, School, ShieldCheck, Sparkles, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Person } from '#shared/admin/users/contract.ts'
import { formatDay, todayIn } from '#shared/dates.ts'
import { peopleOf } from '#web/features/admin/schools/school-words.ts'
import { Avatar } from '#web/features/people/avatar.tsx'
import { useUser } from '#web/features/people/data.ts'
import { Unconfirmed } from '#web/features/sign-in/links/unconfirmed.tsx'
import { useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { LoadingPlace } from '#web/ui/spinner.tsx'
import { personQuery } from './data.ts'
import { PersonActions } from './person-actions.tsx'
import { PersonDevices } from './person-devices.tsx'
import { PersonPlan } from './person-plan.tsx'
import { PersonBadge, UserStatus } from './user-status.tsx'

/** A titled section of a user's page. */
const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-2 border-t border-line pt-3.5">
    <h3 className="text-caption font-semibold text-ink-soft">{title}</h3>
    {children}
  </section>
)

const SchoolOf = ({ school }: { school: Person['school'] }) => {
  if (!school) return <p className="text-ink-soft">No school</p>
  return (
    <div className="flex items-center gap-3">
      <span aria-hidden="true" className="grid size-9 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">
        <School className="size-[18px]" />
      </span>
      <p className="min-w-0">
        <strong className="block font-semibold wrap-anywhere">{school.name}</strong>
        <span className="text-caption text-ink-soft">{peopleOf(school)}</span>
      </p>
    </div>
  )
}

const Page = ({ person, onGone }: { person: Person; onGone: () => void }) => {
  const { timezone } = useUser()
  const day = (instant: string) => formatDay(todayIn(timezone, Date.parse(instant)), 'medium')
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-1.5">
        <UserStatus status={person.subscriptionStatus} />
        <Unconfirmed {...person} />
        {person.aiFeatureFlag && <PersonBadge Icon={Sparkles}>AI add-on</PersonBadge>}
        {person.school?.isAdministrator && <PersonBadge Icon={School}>School administrator</PersonBadge>}
        {person.isAdmin && <PersonBadge Icon={ShieldCheck}>Admin</PersonBadge>}
      </div>
      <p className="text-caption text-ink-soft">
        Created {day(person.createdAt)} · {person.lastSeenAt ? `Last seen ${day(person.lastSeenAt)}` : 'No recent activity'}
      </p>
      <Part title="Plan">
        <PersonPlan person={person} />
      </Part>
      <Part title="School">
        <SchoolOf school={person.school} />
      </Part>
      <Part title="Devices">
        <PersonDevices person={person} />
      </Part>
      <Part title="Actions">
        <PersonActions person={person} onGone={onGone} />
      </Part>
      <p className="flex items-center gap-2 text-caption text-ink-soft">
        <EyeOff className="size-4 shrink-0" />
        You can’t open lessons or notes from here.
      </p>
    </div>
  )
}

const Content = ({ userId, onClose }: PersonPanelProps) => {
  const { data, error, isFetching, refetch } = useQuery(personQuery(userId))
  if (error)
    return <ErrorState title="Couldn’t load this person" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <LoadingPlace label="Loading user..." className="py-16" />
  return <Page person={data} onGone={onClose} />
}

/** The heading of a user's page. */
const Head = ({ userId, children }: { userId: string; children?: ReactNode }) => {
  const { data } = useQuery(personQuery(userId))
  return (
    <header className="flex items-center gap-3">
      {data && <Avatar person={data} className="size-12" />}
      <div className="min-w-0 flex-1">
        <h2 className="text-heading leading-tight wrap-anywhere">{data ? data.displayName?.trim() || 'No Name' : 'User'}</h2>
        {data && <p className="text-caption wrap-anywhere text-ink-soft">{data.email}</p>}
      </div>
      {children}
    </header>
  )
}

type PersonPanelProps = { userId: string; onClose: () => void }

/** A user's page: next to the table on wide screens, otherwise in a drawer. */
export const PersonPanel = (props: PersonPanelProps) => {
  const isWide = useMedia(WIDE_SCREEN)
  if (isWide) return <Beside key={props.userId} {...props} />
  return (
    <Drawer title="User" side="right" onClose={props.onClose}>
      <div className="grid gap-4 px-4 pb-6">
        <Head userId={props.userId} />
        <Content {...props} />
      </div>
    </Drawer>
  )
}

/** A user's page next to the table. Receives focus when it opens. */
const Beside = (props: PersonPanelProps) => {
  const { userId, onClose } = props
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="User"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && event.currentTarget.contains(event.target as Node)) onClose()
      }}
      className="sticky top-4 grid max-h-[calc(100dvh-32px-var(--docked,0px))] content-start gap-4 overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-card outline-none"
    >
      <Head userId={userId}>
        <IconButton label="Close" onClick={onClose}>
          <X className="size-4" />
        </IconButton>
      </Head>
      <Content {...props} />
    </aside>
  )
}
