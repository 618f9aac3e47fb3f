import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type FixTarget, type Gap, gapsOf, isNoteEmpty } from '#shared/sub-plans/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { planDaysQuery } from './data.ts'

const MISSING = <CircleAlert className="size-4 shrink-0 text-brass-ink" />
const READY = <CircleCheck className="size-4 shrink-0 text-note" />

const OPEN = <ChevronDown className="size-4 text-ink-soft" />
const SHUT = <ChevronUp className="size-4 text-ink-soft" />

const fixLabel = ({ place }: Gap): string => ('note' in place ? 'Add it' : 'Open day')

type ReadinessCheckProps = { dates: readonly string[]; onFix: (place: FixTarget) => void }

/** Says what a substitute would be missing on these days, apart from empty notes. Each item has a button to add it. */
export const ReadinessCheck = ({ dates, onFix }: ReadinessCheckProps) => {
  const user = useUser()
  const { data, error, isFetching, refetch } = useQuery(planDaysQuery(user, dates))
  if (dates.length === 0) return <p className="text-ink-soft">Choose a day to see what’s missing.</p>
  if (error)
    return <ErrorState title="Couldn’t check these days" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <p className="flex items-center gap-2 text-ink-soft">
        <Spinner /> Checking the days…
      </p>
    )
  const chosen = data.filter(({ date }) => dates.includes(date))
  if (chosen.length === dates.length && chosen.every(({ isBlocked }) => isBlocked))
    return <p className="text-ink-soft">You picked only days off. There’s nothing to teach.</p>
  const all = gapsOf([...dates].sort(), chosen, user)
  // The choices above say which notes are empty.
  const gaps = all.filter(({ place }) => !('note' in place && isNoteEmpty(user[place.note])))
  if (gaps.length === 0)
    return (
      <p className="flex items-center gap-2 font-medium">
        {READY} {all.length === 0 ? 'All set. Nothing’s missing.' : 'The lessons are ready.'}
      </p>
    )
  return <Gaps gaps={gaps} onFix={onFix} />
}

/** The gaps as a list, or on phones as one line that unfolds into it, so that the days stay in view. */
const Gaps = ({ gaps, onFix }: { gaps: readonly Gap[]; onFix: (place: FixTarget) => void }) => {
  const isPhone = useMedia(PHONE)
  const [isOpen, setIsOpen] = useState(false)
  const list = (
    <ul className="divide-y divide-line">
      {gaps.map((gap) => (
        <li key={`${gap.message} ${JSON.stringify(gap.place)}`} className="flex items-center gap-2.5 py-1.5">
          {MISSING}
          <span className="min-w-0 flex-1 wrap-anywhere">{gap.message}</span>
          <Button size="sm" aria-label={`${fixLabel(gap)}: ${gap.message}`} onClick={() => onFix(gap.place)}>
            {fixLabel(gap)}
          </Button>
        </li>
      ))}
    </ul>
  )
  if (!isPhone) return list
  return (
    <div className="rounded-control bg-sunken px-3">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-11 w-full items-center gap-2.5 text-left font-semibold"
        onClick={() => setIsOpen(!isOpen)}
      >
        {MISSING}
        <span className="flex-1">{gaps.length === 1 ? '1 thing missing' : `${gaps.length} things missing`}</span>
        {isOpen ? SHUT : OPEN}
      </button>
      {isOpen && list}
    </div>
  )
}
