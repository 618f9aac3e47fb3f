import { Check, ChevronLeft, Redo2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { formatTime, timeIn } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { IconButton } from '#web/ui/button.tsx'

type TimetableFrameProps = {
  /** Chooses the year, next to the title. */
  years: ReactNode
  /** When the draft was stored, in ms since the epoch. Null if there is none. */
  keptAt: number | null
  /** Undefined if there is nothing to undo or redo. */
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
  result: ReactNode
  children: ReactNode
}

/** The page: the week on the left, and the result on the right or below. */
export const TimetableFrame = ({ years, keptAt, onUndo, onRedo, result, children }: TimetableFrameProps) => {
  const { timezone, preferences } = useUser()
  return (
    <div className="flex flex-1 flex-col wide:grid wide:grid-cols-[minmax(0,1fr)_344px]">
      <div className="min-w-0 pb-5">
        <header className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 narrow:pr-18 small:pb-2">
          <IconButton label="Back to the planner" onClick={() => navigate('/dashboard')}>
            <ChevronLeft className="size-4" />
          </IconButton>
          <h1 className="text-heading">My timetable</h1>
          {years}
          <span className="flex-1" />
          {(onUndo || onRedo) && (
            <span className="flex gap-1">
              <IconButton label="Undo" variant="ghost" disabled={!onUndo} onClick={onUndo}>
                <Undo2 className="size-4" />
              </IconButton>
              <IconButton label="Redo" variant="ghost" disabled={!onRedo} onClick={onRedo}>
                <Redo2 className="size-4" />
              </IconButton>
            </span>
          )}
          {keptAt !== null && (
            <p className="flex items-center gap-1.5 text-label text-ink-soft">
              <Check aria-hidden="true" className="size-[15px] text-note" />
              Draft saved {formatTime(timeIn(timezone, keptAt), preferences.timeFormat)}
            </p>
          )}
        </header>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5 px-4">{children}</div>
      </div>
      {result}
    </div>
  )
}
