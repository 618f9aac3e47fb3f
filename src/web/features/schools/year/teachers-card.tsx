import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { DAY_MS, formatDay, todayIn } from '#shared/dates.ts'
import { goTo } from '#web/features/calendar/navigation/shown-date.ts'
import { Avatar } from '#web/features/people/avatar.tsx'
import { useUser } from '#web/features/people/data.ts'
import { invitationsQuery, teachersQuery } from '#web/features/schools/data.ts'
import { wantsToInvite } from '#web/features/schools/teachers/wants-to-invite.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingRows } from '#web/ui/skeleton.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'

const INVITE = <UserPlus className="size-4" />
const FACES = 6
const WAITING = 3
const NEW_DAYS = 7

/** The teachers who joined the school, its pending invitations, and a button to invite more. */
export const TeachersCard = ({ today }: { today: string }) => {
  const { timezone } = useUser()
  const now = useNow()
  const { data: teachers, error, isFetching, refetch } = useQuery(teachersQuery)
  const { data: invitations = [] } = useQuery(invitationsQuery)
  const seeAll = () => goTo(today, (address) => ({ ...address, calendar: 'teachers' }))
  const invite = () => {
    wantsToInvite.set(true)
    seeAll()
  }
  const pending = invitations.filter(({ status }) => status === 'waiting')
  const others = pending.length - WAITING
  const joinedLately = teachers?.filter(({ joinedAt }) => Date.parse(joinedAt) > now - NEW_DAYS * DAY_MS).length ?? 0
  return (
    <section aria-labelledby="school-teachers">
      <div className="flex items-center justify-between gap-2">
        <h2 id="school-teachers" className="text-title">
          Teachers
        </h2>
        <button type="button" className="school-link" onClick={seeAll}>
          See all
        </button>
      </div>
      {!teachers && error && (
        <ErrorState
          className="py-4"
          title="Couldn’t load Our Teachers"
          description={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!teachers && !error && <LoadingRows />}
      {teachers && (
        <div className="flex items-center pt-1.5 pb-2.5">
          {teachers.slice(0, FACES).map((teacher) => (
            <Avatar key={teacher.id} person={teacher} className="-mr-1 size-8 text-tiny! ring-2 ring-surface" />
          ))}
          <span className="ml-3.5 text-label text-ink-soft">
            <b className="font-semibold text-ink">{`${teachers.length} joined`}</b>
            {joinedLately > 0 && joinedLately < teachers.length && `, ${joinedLately} new`}
          </span>
        </div>
      )}
      <ul>
        {pending.slice(0, WAITING).map(({ id, email, invitedAt }) => (
          <li key={id} className="flex items-center gap-2.5 border-t border-line py-1.5">
            <span className="min-w-0 flex-1">
              <b className="block truncate text-label font-semibold">{email}</b>
              <span className="block text-small text-ink-soft">{`Invited ${formatDay(todayIn(timezone, Date.parse(invitedAt)), 'monthDay')}`}</span>
            </span>
            <StatusBadge status="pending" />
          </li>
        ))}
      </ul>
      {others > 0 && <p className="border-t border-line py-1.5 text-caption text-ink-soft">{`and ${others} more pending`}</p>}
      <Button icon={INVITE} className="mt-2 w-full" onClick={invite}>
        Invite teachers…
      </Button>
    </section>
  )
}
