import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Inbox } from 'lucide-react'
import { useRef } from 'react'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useOwnColors } from '#web/features/calendar/days/colors.ts'
import { unplacedQuery } from '#web/features/calendar/days/timetables/unplaced-calls.ts'
import { huesOf } from '#web/features/calendar/model/hue.ts'
import { useUser } from '#web/features/people/data.ts'
import { daysAheadQuery } from '#web/features/timetables/data.ts'
import { useClock } from '#web/lib/time/use-clock.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { UnplacedCard } from './unplaced-card.tsx'
import { nextFree, wayBack } from './ways-out.ts'
import './unplaced.css'

/** The lessons with text that have no day, each with its two ways out: onto a day, or deleted. */
export const UnplacedPanel = ({ onClose }: { onClose: () => void }) => {
  const calendar = useOwnCalendar()
  const { timezone } = useUser()
  const today = useToday(timezone)
  const time = useClock(timezone, (now) => now)
  const hueOf = huesOf([], useOwnColors())
  const { data: lessons, error, isFetching, refetch } = useQuery(unplacedQuery)
  const { data: days } = useQuery(daysAheadQuery(today))
  const content = useRef<HTMLDivElement>(null)
  return (
    <Drawer title="Unplaced lessons" count={lessons?.length} side="right" onClose={onClose}>
      {/* Gets the focus when a lesson leaves the list together with its buttons. */}
      <div ref={content} tabIndex={-1} className="grid gap-2 px-4 pb-6 outline-none">
        {lessons && lessons.length > 0 && (
          <p className="mb-1 text-label text-ink-soft">
            Plans that lost their place. They stay here until you put them on a day or delete them.
          </p>
        )}
        {lessons?.map((lesson) => (
          <UnplacedCard
            key={lesson.id}
            {...{ calendar, lesson, today }}
            hue={hueOf(lesson)}
            next={days && nextFree(lesson, days, { today, time })}
            back={days && wayBack(lesson, days, { today, time })}
            onGone={() => content.current?.focus()}
          />
        ))}
        {lessons && lessons.length > 0 && calendar.mayEdit && (
          <p className="flex items-center gap-2 text-label text-ink-soft">
            <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
            Or drag one onto a day or a lesson of its class.
          </p>
        )}
        {lessons?.length === 0 && (
          <EmptyState
            icon={<Inbox className="size-6" />}
            title="No unplaced lessons"
            description="If a change takes away the day of a lesson, its plan waits here."
          />
        )}
        {!lessons && error && (
          <ErrorState
            title="Couldn’t load your unplaced lessons"
            description={error.message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {!lessons && !error && <Skeleton className="h-[132px]" />}
      </div>
    </Drawer>
  )
}
