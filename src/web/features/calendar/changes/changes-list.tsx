import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { History, Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { CalendarOperation } from '#shared/calendar/operations/contract.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { operationsQuery } from '#web/features/calendar/days/changes/changes-calls.ts'
import { reverseChange } from '#web/features/calendar/days/undo.ts'
import { useUser } from '#web/features/people/data.ts'
import { whenInWords } from '#web/features/people/when-in-words.ts'
import { counted } from '#web/lib/counted.ts'
import { queryClient } from '#web/lib/net/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { changeWords, inTheWay } from './change-words.ts'

const UNDO = <Undo2 className="size-4" />
const REDO = <Redo2 className="size-4" />
const NONE = <History className="size-7" />

type RowProps = { change: CalendarOperation; obstacle: CalendarOperation | undefined }

/** A change with its Undo. A change that others build on says which one to undo first. */
const ChangeRow = ({ change, obstacle }: RowProps) => {
  const calendar = useOwnCalendar()
  const user = useUser()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { at, dates, isUndone, reversedBy } = change
  const words = changeWords(change)
  const direction = isUndone ? 'redo' : 'undo'
  const verb = isUndone ? 'Redo' : 'Undo'
  const press = async () => {
    setIsBusy(true)
    setFailure(await reverseChange(calendar, { dates, operationId: reversedBy, words }, direction))
    // The button says Undo or Redo as soon as the list is up to date.
    await queryClient.invalidateQueries(operationsQuery)
    setIsBusy(false)
  }
  return (
    <li className="flex items-center gap-2 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className={clsx('font-semibold text-pretty [overflow-wrap:anywhere]', isUndone && 'text-ink-soft')}>{words}</p>
        <p className="text-small text-ink-soft tabular">
          {isUndone && 'Undone · '}
          {whenInWords(at, user)}
          {dates.length > 1 && ` · ${counted(dates.length, 'day')}`}
        </p>
        {(obstacle || failure) && (
          <p className="text-small text-ink-soft">
            {obstacle ? `To ${direction}, first ${obstacle.isUndone ? 'redo' : 'undo'}: ${changeWords(obstacle)}` : failure}
          </p>
        )}
      </div>
      {!obstacle && (
        <Button size="sm" icon={isUndone ? REDO : UNDO} busy={isBusy} aria-label={`${verb}: ${words}`} onClick={() => void press()}>
          {verb}
        </Button>
      )}
    </li>
  )
}

/** The last changes of the teacher's own planner, newest first, each with Undo. */
export const ChangesList = () => {
  const { data, error, isFetching, refetch } = useQuery(operationsQuery)
  return (
    <section aria-label="Changes" className="pt-2">
      {!data && error && (
        <ErrorState title="Couldn’t load your changes" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="mt-2 h-40" />}
      {data?.length === 0 && (
        <EmptyState
          icon={NONE}
          title="No changes yet"
          description="What you change in your planner appears here, so that you can undo it."
        />
      )}
      {data && data.length > 0 && (
        <>
          <ol>
            {data.map((change) => (
              <ChangeRow key={change.id} change={change} obstacle={inTheWay(data, change)} />
            ))}
          </ol>
          <p className="pt-2 text-small text-ink-soft">Your last 20 changes, for up to 30 days. A day’s History has every version of it.</p>
        </>
      )}
    </section>
  )
}
