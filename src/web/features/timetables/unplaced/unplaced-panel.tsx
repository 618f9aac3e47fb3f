import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useRef } from 'react'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useOwnColors } from '#web/features/calendar/days/colors.ts'
import { huesOf } from '#web/features/calendar/model/hue.ts'
import { useUser } from '#web/features/people/data.ts'
import { daysAheadQuery, unplacedQuery } from '#web/features/timetables/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { UnplacedCard } from './unplaced-card.tsx'
import { nextFree, wayBack } from './ways-out.ts'

/** The lessons with text that have no day, each with its two ways out: onto a day, or deleted. */
export const UnplacedPanel = ({ onClose }: { onClose: () => void }) => {
  const calendar = useOwnCalendar()
  const today = useToday(useUser().timezone)
  const hueOf = huesOf([], useOwnColors())
  const { data: lessons, error, isFetching, refetch } = useQuery(unplacedQuery)
  const { data: days } = useQuery(daysAheadQuery(today))
  const content = useRef<HTMLDivElement>(null)
  return (
    <Drawer title="Unplaced lessons" side="right" onClose={onClose}>
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
            next={days && nextFree(lesson, days)}
            back={days && wayBack(lesson, days, today)}
            onGone={() => content.current?.focus()}
          />
        ))}
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
