import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { formatDay, formatTime, timeIn, todayIn } from '#shared/dates.ts'
import { LOOKS_SHOWN, type School } from '#shared/schools/contract.ts'
import { Avatar } from '#web/features/people/avatar.tsx'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { report } from '#web/ui/report.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useQuestion } from '#web/ui/use-question.tsx'
import { leaveSchool, mySchoolQuery, shareWithSchool, viewLogQuery } from './data.ts'

const DOWN = <ChevronDown className="size-4 text-ink-soft" />
const UP = <ChevronUp className="size-4 text-ink-soft" />
const KINDS = { calendar: 'Viewed your schedule', plan: 'Made a sub plan' } as const

/** Lists when administrators viewed the teacher's schedule, newest first. */
const Looks = () => {
  const { timezone, preferences } = useUser()
  const { data, error, isFetching, refetch } = useQuery(viewLogQuery)
  if (error)
    return <ErrorState title="Couldn’t load the viewing log" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-20" />
  if (data.length === 0) return <p className="text-ink-soft">No one has viewed your schedule yet.</p>
  return (
    <>
      <ul aria-label="Viewing log" className="max-h-[220px] divide-y divide-line overflow-y-auto rounded-control border border-line px-3">
        {data.map(({ at, by, kind }) => (
          <li key={`${at} ${kind}`} className="flex flex-wrap justify-between gap-x-3 py-2 text-label">
            <span>
              <b className="font-semibold">{by ?? 'Someone who left'}</b> · {KINDS[kind]}
            </span>
            <span className="text-ink-soft tabular">
              {formatDay(todayIn(timezone, Date.parse(at)), 'medium')},{' '}
              {formatTime(timeIn(timezone, Date.parse(at)), preferences.timeFormat)}
            </span>
          </li>
        ))}
      </ul>
      {data.length === LOOKS_SHOWN && <p className="text-caption text-ink-soft">Showing the latest {LOOKS_SHOWN}.</p>}
    </>
  )
}

/** The viewing log, which unfolds. */
const ViewingLog = () => {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="grid gap-2 border-y border-line py-1">
      <button
        type="button"
        aria-expanded={isShown}
        className="flex min-h-11 items-center gap-2 rounded-control text-left font-semibold hover:text-brand"
        onClick={() => setIsShown(!isShown)}
      >
        <span className="flex-1">Viewing log</span>
        {isShown ? UP : DOWN}
      </button>
      {isShown && <Looks />}
    </div>
  )
}

const Administrators = ({ administrators }: Pick<School, 'administrators'>) => (
  <div>
    <p className="font-semibold">Who can view your schedule</p>
    {administrators.length === 0 ? (
      <p className="text-label text-ink-soft">No one. This school doesn’t have an administrator.</p>
    ) : (
      <>
        <ul className="mt-1.5 grid gap-2">
          {administrators.map((person) => (
            <li key={person.id} className="flex items-center gap-2.5">
              <Avatar person={person} className="size-[34px]" />
              <span className="min-w-0 text-label break-words">
                <b className="block font-semibold">{nameOf(person)}</b>
                {person.displayName?.trim() && <span className="text-ink-soft">{person.email}</span>}
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-caption text-ink-soft">They can view your lessons, notes, and days off. They can’t change anything.</p>
      </>
    )}
  </div>
)

const Membership = ({ school }: { school: School }) => {
  const { timezone } = useUser()
  const { ask, question } = useQuestion()
  const [isLeaving, whileLeaving] = usePending()
  const { name, joinedAt, isAdministrator, administrators, includesStudentNotes } = school
  const leave = () => {
    void whileLeaving(() =>
      report(leaveSchool, {
        done: () => ({ title: `You left ${name}`, description: 'Its administrators can no longer view your schedule.' }),
        failed: (reason) => ({ title: 'Failed to leave the school', description: reason }),
      }),
    )
  }
  const askToLeave = () =>
    ask({
      title: `Leave ${name}?`,
      description:
        'Its administrators will no longer see your schedule, and the school’s days off and notes will be removed from your planner. Your own lessons stay.',
      confirmLabel: 'Leave school',
      destructive: true,
      onConfirm: leave,
    })
  return (
    <>
      <p>
        <strong className="block font-semibold">{name}</strong>
        <span className="text-caption text-ink-soft">
          Joined {formatDay(todayIn(timezone, Date.parse(joinedAt)), 'medium')}
          {isAdministrator && ' · you are an administrator'}
        </span>
      </p>
      <Administrators administrators={administrators} />
      <Switch
        label="Include my student notes"
        description={`Adds them to sub plans that administrators at ${name} print for you, and nowhere else.`}
        checked={includesStudentNotes}
        onChange={(isOn) =>
          void report(() => shareWithSchool(isOn), {
            failed: (reason) => ({ title: 'Failed to update sharing', description: reason }),
          })
        }
      />
      <ViewingLog />
      <div className="flex items-center justify-between gap-x-4 gap-y-2.5 phone:flex-wrap">
        <p className="text-caption text-ink-soft">
          You’ll lose the school’s days off and notes, and its administrators can’t view your schedule anymore. You keep your lessons.
        </p>
        <Button size="sm" busy={isLeaving} className="phone:flex-1" onClick={askToLeave}>
          Leave school
        </Button>
      </div>
      {question}
    </>
  )
}

/**
 * Shows the teacher's school, the administrators who can view the teacher's schedule, the viewing log, and a button to leave the school.
 */
export const SchoolSection = () => {
  const { email, isGuest } = useUser()
  const { data, error, isFetching, refetch } = useQuery({ ...mySchoolQuery, enabled: !isGuest })
  if (isGuest) return null
  return (
    <section aria-label="School" className="grid gap-4">
      {!data && error && (
        <ErrorState title="Couldn’t load your school" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-10" />}
      {data?.school && <Membership school={data.school} />}
      {data && !data.school && (
        <p className="text-ink-soft">{`You haven’t joined a school. A school administrator can invite you at ${email}.`}</p>
      )}
    </section>
  )
}
