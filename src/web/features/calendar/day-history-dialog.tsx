import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BlockReading } from './block-reading.tsx'
import { historyQuery } from './data.ts'
import { DayNote, NonInstructional } from './day-marks.tsx'
import { restoreVersion } from './day-restores.ts'
import { changesBetween, versionsOf } from './day-versions.ts'
import { inDayOrder } from './merge-blocks.ts'
import { VersionList } from './version-list.tsx'

/** A state of a day to look at. A block-out hides no lessons here: restoring brings them all. */
const DayReading = ({ day, user }: { day: CalendarDay | null; user: User }) => (
  <section aria-label="This version" className="grid min-w-0 content-start gap-2.5 sm:max-h-[52dvh] sm:overflow-y-auto">
    {!day && <p className="py-8 text-center text-ink-soft">Nothing was planned on this day.</p>}
    {day?.noteText && <DayNote text={day.noteText} />}
    {day?.isBlocked && (
      <div className="rounded-card bg-blocked-soft">
        <NonInstructional text={day.blockedText} lessonCount={0} />
      </div>
    )}
    {inDayOrder(day?.blocks ?? []).map((block) => (
      <article key={block.id} className="rounded-card border border-line bg-paper p-3.5">
        <BlockReading block={block} timeFormat={user.preferences.timeFormat} />
      </article>
    ))}
  </section>
)

type DayHistoryDialogProps = { user: User; date: string; onClose: () => void }

/** What changed on a day and when, each state to look at, and the way back to it. */
export const DayHistoryDialog = ({ user, date, onClose }: DayHistoryDialogProps) => {
  const { data, error, isFetching, refetch } = useQuery(historyQuery(user.id, date))
  const [chosen, setChosen] = useState<string>()
  const [isRestoring, setIsRestoring] = useState(false)
  const versions = data && versionsOf(data.current, data.history, user.preferences.timeFormat)
  const [now] = versions ?? []
  const version = versions?.find(({ key }) => key === chosen) ?? now
  const isSame = !now || !version || changesBetween(now.day, version.day, '24').length === 0

  const restore = async () => {
    if (!data || !version) return
    setIsRestoring(true)
    const isDone = await restoreVersion({ owner: user.id, date, current: data.current, to: version.day })
    setIsRestoring(false)
    if (isDone) onClose()
    else void refetch()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="History"
      description={`${formatDay(date, 'full')}. Changes are kept for 30 days.`}
      footer={
        <>
          <span className="flex-1" />
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" busy={isRestoring} disabled={isSame} onClick={() => void restore()}>
            Restore this version
          </Button>
        </>
      }
    >
      {error && (
        <ErrorState title="The history could not be loaded" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!versions && !error && (
        <div className="grid gap-3 sm:grid-cols-[250px_minmax(0,1fr)]">
          <Skeleton className="h-48 rounded-card" />
          <Skeleton className="h-48 rounded-card" />
        </div>
      )}
      {versions && version && (
        <div className="grid gap-4 sm:grid-cols-[250px_minmax(0,1fr)]">
          <VersionList user={user} versions={versions} chosen={version.key} onChoose={setChosen} />
          <DayReading day={version.day} user={user} />
        </div>
      )}
    </Dialog>
  )
}
