import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import type { CalendarDay } from '#shared/calendar/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useColors } from '#web/features/calendar/days/colors.ts'
import { historyQuery } from '#web/features/calendar/days/history/history-calls.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { DayNote, NonInstructional } from '#web/features/calendar/marks/mark-banners.tsx'
import { huesOf } from '#web/features/calendar/model/hue.ts'
import { BlockReading } from '#web/features/calendar/time-block/block-reading.tsx'
import { useSaveStatus } from '#web/lib/net/save-status.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton, Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { restoreVersion } from './day-restores.ts'
import { addedSince, changeSince, changesBetween, versionsOf } from './day-versions.ts'
import { VersionList } from './version-list.tsx'

/** Fades out at the lower edge, where the text would otherwise be cut in mid-line. */
const READING =
  'grid min-w-0 content-start gap-2.5 sm:max-h-[52dvh] sm:overflow-y-auto sm:pb-7 sm:[mask-image:linear-gradient(to_bottom,black_calc(100%-28px),transparent)]'
const SINCE = { changed: 'Changed since then', deleted: 'Deleted since then' }

type DayReadingProps = { date: string; day: CalendarDay | null; current: CalendarDay | null; user: User }

/**
 * Shows a version of a day, and what changed since. A block-out doesn't hide lessons here, because restoring the version brings back all of
 * them.
 */
const DayReading = ({ date, day, current, user }: DayReadingProps) => {
  const calendar = useCalendar()
  const { data: week } = useWeek(calendar, mondayOf(date))
  const hueOf = huesOf(week?.days.map(({ lessons }) => lessons.map(({ block }) => block)) ?? [], useColors(calendar))
  const added = addedSince(day, current)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section tabIndex={0} aria-label="This version" className={READING}>
      {!day && <p className="py-8 text-center text-ink-soft">Nothing was planned for this day.</p>}
      {day?.noteText && <DayNote text={day.noteText} />}
      {day?.isBlocked && (
        <div className="rounded-card bg-blocked-soft">
          <NonInstructional text={day.blockedText} lessonCount={0} />
        </div>
      )}
      {inDayOrder(day?.blocks ?? []).map((block) => {
        const since = changeSince(block, current)
        return (
          <article
            key={block.id}
            className={clsx(
              'rounded-card border bg-[length:3px_calc(100%-20px)] bg-[position:6px_10px] bg-no-repeat p-3.5 pl-5',
              hueOf(block),
              since ? 'border-brass' : 'border-line',
            )}
          >
            {since && <p className="mb-1 text-small font-semibold text-brass-ink">{SINCE[since]}</p>}
            <BlockReading block={block} timeFormat={user.preferences.timeFormat} />
          </article>
        )
      })}
      {added.length > 0 && <p className="px-1 text-label text-ink-soft">Added since then: {added.join(', ')}</p>}
    </section>
  )
}

/** Placeholders for two versions and the lessons of one. */
const LoadingVersions = () => (
  <div className="grid gap-4 sm:grid-cols-[250px_minmax(0,1fr)]">
    {[2, 4].map((rows) => (
      <div key={rows} className="grid content-start gap-2.5">
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} className="h-[70px] rounded-card" />
        ))}
      </div>
    ))}
  </div>
)

type DayHistoryDialogProps = { user: User; date: string; onClose: () => void }

/** Shows what changed on a day and when, previews each version, and restores it. */
export const DayHistoryDialog = ({ user, date, onClose }: DayHistoryDialogProps) => {
  const calendar = useCalendar()
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(historyQuery(calendar, date))
  const [chosen, setChosen] = useState<string>()
  const [isRestoring, setIsRestoring] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const current = data?.pages[0]?.current ?? null
  const changes = data?.pages.flatMap((page) => page.changes) ?? []
  const all = data && versionsOf(current, changes, user.preferences.timeFormat)
  // The change that led to the last version is on the next page.
  const versions = hasNextPage ? all?.slice(0, -1) : all
  const [now] = versions ?? []
  const version = versions?.find(({ key }) => key === chosen) ?? now
  const isRestorable = calendar.mayEdit && now && version && changesBetween(now.day, version.day, '24').length > 0

  const restore = async () => {
    if (!data || !version) return
    setIsRestoring(true)
    const isDone = await restoreVersion({ calendar, date, current, to: version.day })
    if (isGone.current) return
    setIsRestoring(false)
    if (isDone) onClose()
    else void refetch()
  }

  // The restore is queued until the connection is back, as the planner's save status bar shows. This dialog doesn't need to wait.
  const isKept = useSaveStatus().unreached > 0 && isRestoring
  useEffect(() => {
    if (isKept) onClose()
  }, [isKept, onClose])

  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="History"
      description={`${formatDay(date, 'full')}. We keep changes for 30 days.`}
      footer={
        <>
          <span className="flex-1" />
          <CloseButton>{isRestorable ? 'Cancel' : 'Close'}</CloseButton>
          {isRestorable && (
            <Button variant="solid" busy={isRestoring} onClick={() => void restore()}>
              Restore this version
            </Button>
          )}
        </>
      }
    >
      {error && <ErrorState title="Couldn’t load history" description={error.message} busy={isFetching} onRetry={() => void refetch()} />}
      {!versions && !error && <LoadingVersions />}
      {versions && version && (
        <div className="grid gap-4 sm:grid-cols-[250px_minmax(0,1fr)]">
          <VersionList
            user={user}
            versions={versions}
            chosen={version.key}
            onChoose={setChosen}
            isLoading={isFetching}
            onOlder={hasNextPage ? () => void fetchNextPage() : undefined}
          />
          <DayReading date={date} day={version.day} current={now?.day ?? null} user={user} />
        </div>
      )}
    </Dialog>
  )
}
