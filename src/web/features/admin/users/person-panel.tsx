import { useQuery } from '@tanstack/react-query'
import { EyeOff, X } from 'lucide-react'
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
import { FactList, PersonPlan } from './person-plan.tsx'

/** A titled section of a user's page. */
const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="grid gap-2 border-t border-line pt-3">
    <h3 className="text-caption font-semibold text-ink-soft">{title}</h3>
    {children}
  </section>
)

const schoolFacts = (school: NonNullable<Person['school']>): [string, string][] => [
  [school.name, school.isAdministrator ? 'School administrator' : 'Teacher'],
  ['In this school', peopleOf(school)],
]

const Page = ({ person, onGone }: { person: Person; onGone: () => void }) => (
  <div className="grid gap-3.5 text-control">
    <Part title="Plan">
      <PersonPlan person={person} />
    </Part>
    <Part title="School">
      {person.school ? <FactList facts={schoolFacts(person.school)} /> : <p className="text-ink-soft">No school</p>}
    </Part>
    <Part title="Signed in">
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
  const { timezone } = useUser()
  return (
    <header className="flex items-start gap-3">
      {data && <Avatar person={data} className="size-[42px]" />}
      <div className="min-w-0 flex-1">
        <h2 className="text-heading leading-tight wrap-anywhere">
          {data ? data.displayName?.trim() || 'No Name' : 'User'}
          {data?.isAdmin && <span className="ml-2 font-text text-small font-medium text-ink-soft">Admin</span>}
        </h2>
        {data && (
          <>
            <p className="text-caption wrap-anywhere text-ink-soft">{data.email}</p>
            <p className="text-caption text-ink-soft">Joined {formatDay(todayIn(timezone, Date.parse(data.createdAt)), 'long')}</p>
            <Unconfirmed {...data} />
          </>
        )}
      </div>
      {children}
    </header>
  )
}

type PersonPanelProps = { userId: string; onClose: () => void }

/** A user's page: at the edge of the window on wide screens, otherwise in a drawer. */
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

/** A user's page at the edge of the window. Receives focus when it opens. */
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
      className="sticky top-(--admin-head) grid h-[calc(100dvh-var(--admin-head))] content-start gap-3.5 overflow-y-auto border-l border-line bg-surface px-[18px] py-4 outline-none"
    >
      <Head userId={userId}>
        <IconButton label="Close" variant="ghost" onClick={onClose}>
          <X className="size-4" />
        </IconButton>
      </Head>
      <Content {...props} />
    </aside>
  )
}
