/** Parts of the dialogs that move plans of closed days on. */
import { CalendarDays, ChevronDown, ChevronUp, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { movingOn, staying } from './closing-words.ts'
import type { ClosureView } from './closure-view.ts'
import { Counts, EndWords, TwoWeeks } from './two-weeks.tsx'

const OPEN = <ChevronDown className="size-4" />
const SHUT = <ChevronUp className="size-4" />

export const ONE_UNDO = (
  <>
    <Undo2 className="size-[15px]" />
    One undo takes all of it back.
  </>
)

export const LoadingLessons = () => (
  <div role="status" className="mt-3 grid gap-2">
    <span className="sr-only">Loading the lessons...</span>
    {[0, 1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-[52px]" />
    ))}
  </div>
)

/** Shows the two weeks afterwards: beside the questions, or on a phone behind one button. */
export const Result = ({ view, reason }: { view: ClosureView; reason: string }) => {
  const isPhone = useMedia(PHONE)
  const [isOpen, setIsOpen] = useState(false)
  if (!isPhone)
    return (
      <section aria-label="These two weeks afterwards" className="grid content-start gap-3 rounded-card bg-paper p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-text text-label font-semibold text-ink-soft">These two weeks afterwards</h3>
          <Counts counts={view.counts} />
        </div>
        <TwoWeeks weeks={view.weeks} reason={reason} />
        <EndWords view={view} />
      </section>
    )
  return (
    <section aria-label="These two weeks afterwards" className="mt-1">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-[56px] w-full items-center gap-3 text-left"
        onClick={() => setIsOpen(!isOpen)}
      >
        <CalendarDays className="size-[18px] shrink-0 text-ink-soft" />
        <span className="flex-1">
          <b className="block font-semibold">{isOpen ? 'Hide both weeks' : 'See both weeks'}</b>
          <span className="text-caption text-ink-soft">{view.end}</span>
        </span>
        {isOpen ? SHUT : OPEN}
      </button>
      {isOpen && <TwoWeeks weeks={view.weeks} reason={reason} />}
    </section>
  )
}

/** Says what changed after each choice, for people who don't see the preview. */
export const Announcement = ({ view }: { view: ClosureView | undefined }) => (
  <p role="status" className="sr-only">
    {view &&
      view.rows.length > 0 &&
      `${movingOn(view.counts.moved)}, ${staying(view.counts.stay)}, ${view.counts.locked} locked. ${view.end}`}
  </p>
)
