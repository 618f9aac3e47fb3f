import { Bell, CalendarOff, Ellipsis, Lock } from 'lucide-react'
import { dayOfMonth, formatDay } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { CycleDay } from '#web/features/calendar/navigation/cycle-day.tsx'
import { firstLineOf, previewOf } from '#web/features/rich-text/preview.ts'
import { type ClassLine, daysInWords } from './class-lines.ts'
import { LineField } from './line-field.tsx'
import { editableLine } from './plain-line.ts'
import { TaughtButtons } from './taught-buttons.tsx'

const OFF = <CalendarOff className="size-3.5 shrink-0" />
const MORE = <Ellipsis className="size-4" />

/** Days off, as a thin line between the lessons. */
export const OffLine = ({ date, to, reason }: Extract<ClassLine, { kind: 'off' }>) => (
  <li className="class-off" data-date={date}>
    {OFF}
    <b>{daysInWords(date, to)}</b>
    <span className="min-w-0 truncate">{reason}</span>
  </li>
)

type LessonLineProps = Omit<Extract<ClassLine, { kind: 'lesson' }>, 'kind'> & {
  today: string
  onOpen: (date: string, blockId: string) => void
  /** Called when a dialog is likely to open soon. */
  onApproach: () => void
}

/** One lesson of the class. A text that is more than one plain line opens in the lesson's dialog. */
export const LessonLine = ({ date, block, today, onOpen, onApproach }: LessonLineProps) => {
  const { mayEdit } = useCalendar()
  const line = mayEdit ? editableLine(block.description) : null
  const open = () => onOpen(date, block.id)
  return (
    <li
      className="class-line"
      data-date={date}
      data-block-id={block.id}
      data-when={date === today ? 'today' : date < today ? 'past' : undefined}
      data-taught={block.taught ?? undefined}
      data-free={block.description === '' || undefined}
    >
      <button type="button" className="class-line-date" onClick={open} onPointerEnter={onApproach} onFocus={onApproach}>
        <span>{formatDay(date, 'weekday')}</span> <b>{dayOfMonth(date)}</b>
        {date === today && <span className="class-line-now">Today</span>}
        <span className="sr-only">, open {formatDay(date, 'full')}</span>
      </button>
      <CycleDay date={date} />
      {line === null ? (
        <button type="button" className="class-line-text" data-line-text="" onClick={open} onPointerEnter={onApproach} onFocus={onApproach}>
          {firstLineOf(previewOf(block.description)) || 'Nothing planned yet'}
        </button>
      ) : (
        <LineField date={date} block={block} line={line} />
      )}
      {mayEdit && (
        <div className="class-line-tools">
          {block.hasAlert && (
            <span className="class-line-bell">
              <Bell className="size-4" />
              <span className="sr-only">Has an alert</span>
            </span>
          )}
          {block.isLocked && (
            <span className="class-line-lock">
              <Lock className="size-4" />
              <span className="sr-only">Locked</span>
            </span>
          )}
          {(date <= today || block.taught) && <TaughtButtons date={date} block={block} />}
          <button
            type="button"
            className="class-line-more"
            data-block-menu=""
            aria-haspopup="menu"
            aria-label={`More for ${block.title} on ${formatDay(date, 'short')}`}
          >
            {MORE}
          </button>
        </div>
      )}
    </li>
  )
}
