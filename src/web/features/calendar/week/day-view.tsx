import { Bell, CalendarOff, Copy, CornerDownRight, Ellipsis, Eye, Layers2, Lock, Pencil, Plus, StickyNote } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { formatTime } from '#shared/dates.ts'
import { useClosedDays } from '#web/features/calendar/closing/closures.ts'
import { type CalendarRef, useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { DayMark } from '#web/features/calendar/marks/editable-mark.tsx'
import { DayNote, DayOff, SchoolNote } from '#web/features/calendar/marks/mark-banners.tsx'
import type { PlannedBlock, PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { DraftSign, useMarkedBlocks } from '#web/features/calendar/time-block/draft-sign.tsx'
import { useUser } from '#web/features/people/data.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { runCommand } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { EmptyDay, MoreOfUsual } from './empty-day.tsx'
import { NowMark, type Phase, useNowPlace } from './now-mark.tsx'
import { LeftOut, ShortDayBadge } from './short-day-badge.tsx'
import './day-view.css'

const UsualDayPart = lazyPart(async () => (await import('#web/features/calendar/first-week/usual-day-dialog.tsx')).UsualDayDialog)

const PENCIL = <Pencil className="size-[15px]" />
const COPY = <Copy className="size-[15px]" />
const OFF = <CalendarOff className="size-[17px]" />
const NOTE = <StickyNote className="size-[17px]" />
const EYE = <Eye className="size-[15px]" />
const MORE = <Ellipsis className="size-[17px]" />
const PLUS = <Plus className="size-[17px]" />

type ChipsProps = Pick<PlannedBlock, 'block' | 'overlaps'> & Pick<LessonRowProps, 'hasDraft' | 'from'>

/** What a teacher should know about a lesson besides its text. */
const Chips = ({ block, overlaps, hasDraft, from }: ChipsProps) => (
  <>
    {block.hasAlert && (
      <span className="lesson-chip bg-brass-soft text-brass-ink">
        <Bell className="size-3.5 shrink-0" />
        <span className="sr-only">Alert: </span>
        {block.alertMessage || 'Alert'}
      </span>
    )}
    {block.isLocked && (
      <span className="lesson-chip bg-sunken text-ink-soft">
        <Lock className="size-3.5 shrink-0" />
        Locked
      </span>
    )}
    {hasDraft && (
      <span className="lesson-chip bg-brass-soft text-brass-ink">
        <DraftSign blockId={block.id} />
      </span>
    )}
    {from !== undefined && (
      <span className="lesson-chip bg-brand-soft text-brand">
        <CornerDownRight className="size-3.5 shrink-0" />
        from {from}
      </span>
    )}
    {overlaps && (
      <span className="lesson-chip bg-sunken text-ink-soft">
        <Layers2 className="size-3.5 shrink-0" />
        Overlaps
      </span>
    )}
  </>
)

type LessonRowProps = {
  date: string
  lesson: PlannedBlock
  phase: Phase
  timeFormat: Preferences['timeFormat']
  areDetailsShown: boolean
  calendar: CalendarRef
  /** Whether this device has unsaved text of the lesson. */
  hasDraft: boolean
  /** The closed day that the lesson's plan comes from, such as 'Wed'. */
  from: string | undefined
  onEdit: () => void
  onApproach: () => void
}

const LessonRow = ({
  date,
  lesson: { block, hue, overlaps },
  phase,
  timeFormat,
  areDetailsShown,
  calendar: { mayEdit, mayTakeOver },
  hasDraft,
  from,
  onEdit,
  onApproach,
}: LessonRowProps) => (
  <li className={`lesson-row ${hue}`} data-block-id={block.id} data-phase={phase}>
    <p className="lesson-row-when" data-drag-handle="">
      <b>{formatTime(block.startTime, timeFormat)}</b>
      <span className="sr-only"> to </span>
      <span>{formatTime(block.endTime, timeFormat)}</span>
    </p>
    <div className="lesson-row-body">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-title leading-snug">{block.title}</h2>
        <Chips block={block} overlaps={overlaps} hasDraft={hasDraft} from={from} />
      </div>
      {areDetailsShown && block.description !== '' && <RichText html={block.description} />}
      <PlannerOutlet name="LessonFoot" date={date} block={block} hue="" />
    </div>
    <div className="lesson-row-actions">
      {/* With details, the row already shows everything that View would. */}
      {(mayEdit || !areDetailsShown) && (
        <Button
          variant="ghost"
          size="sm"
          icon={mayEdit ? PENCIL : EYE}
          aria-label={`${mayEdit ? 'Edit' : 'View'} ${block.title}`}
          onClick={onEdit}
          onPointerEnter={onApproach}
          onFocus={onApproach}
        >
          {mayEdit ? 'Edit' : 'View'}
        </Button>
      )}
      {mayTakeOver && (
        <Button
          variant="ghost"
          size="sm"
          icon={COPY}
          aria-label={`Copy ${block.title} to my planner`}
          aria-haspopup="dialog"
          data-block-menu="copy"
        >
          <span>
            Copy<span className="max-sm:hidden"> to my planner</span>
          </span>
        </Button>
      )}
      {mayEdit && (
        <IconButton variant="ghost" label={`More for ${block.title}`} aria-haspopup="menu" data-block-menu="">
          {MORE}
        </IconButton>
      )}
    </div>
  </li>
)

/** A school administrator's actions for a day in the school's calendar. */
const SchoolDayActions = ({ date }: { date: string }) => (
  <div className="flex flex-wrap justify-center gap-2">
    <Button icon={OFF} onClick={() => runCommand('block-out', date)}>
      Block Out
    </Button>
    <Button icon={NOTE} onClick={() => runCommand('add-note', date)}>
      Add Note
    </Button>
  </div>
)

type DayViewProps = {
  day: PlannedDay
  isToday: boolean
  timeFormat: Preferences['timeFormat']
  timezone: string
  areDetailsShown: boolean
  onEdit: (blockId: string) => void
  onAdd: (slot?: Slot) => void
  /** Called when a dialog is likely to open soon. */
  onApproach: () => void
}

type LessonListProps = DayViewProps & {
  /** The closed days that lessons come from, by the lesson's id. */
  cameFrom: ReadonlyMap<string, string>
}

const LessonList = ({
  day: { date, lessons },
  isToday,
  timeFormat,
  timezone,
  areDetailsShown,
  cameFrom,
  onEdit,
  onAdd,
  onApproach,
}: LessonListProps) => {
  const calendar = useCalendar()
  const drafts = useMarkedBlocks(useCalendar().id)
  const { phases, mark } = useNowPlace(
    lessons.map(({ block }) => block),
    timezone,
    isToday,
  )
  const now = (
    <li key="now">
      <NowMark timezone={timezone} timeFormat={timeFormat} />
    </li>
  )
  return (
    <>
      <ul aria-label="Lessons" className="grid gap-2.5">
        {lessons.map((lesson, position) => [
          position === mark && now,
          <LessonRow
            key={lesson.block.id}
            date={date}
            lesson={lesson}
            phase={phases[position]}
            timeFormat={timeFormat}
            areDetailsShown={areDetailsShown}
            calendar={calendar}
            hasDraft={drafts.has(lesson.block.id)}
            from={cameFrom.get(lesson.block.id)}
            onEdit={() => onEdit(lesson.block.id)}
            onApproach={onApproach}
          />,
        ])}
        {mark === lessons.length && now}
      </ul>
      {calendar.mayAddLessons && (
        <button
          type="button"
          className="lesson-add"
          data-tutorial="time-blocks"
          onClick={() => onAdd()}
          onPointerEnter={onApproach}
          onFocus={onApproach}
        >
          {PLUS}
          Add Time Block
        </button>
      )}
    </>
  )
}

/** One day: its lessons in order, with their full text. */
export const DayView = (props: DayViewProps) => {
  const { day, onAdd, onApproach } = props
  const { preferences } = useUser()
  const calendar = useCalendar()
  const { mayAddLessons } = calendar
  const { date, marks, own, school, lessons, shortDay, leftOut } = day
  const { closureOf, cameFrom } = useClosedDays(date)
  /** The day that was empty when the teacher opened it. Its usual lessons are offered until the teacher opens another day. */
  const [wasEmpty, setWasEmpty] = useState('')
  if (lessons.length === 0 && wasEmpty !== date) setWasEmpty(date)
  const [isTyping, setIsTyping] = useState(false)
  // Stored here so that the text isn't lost if the save fails.
  const [typed, setTyped] = useState('')
  return (
    <div className="day-view" data-date={date}>
      <PlannerOutlet name="DayTop" date={date} />
      {school?.noteText && <SchoolNote text={school.noteText} />}
      {marks.noteText && (
        <DayMark key={`note ${date}`} date={date} kind="note" text={marks.noteText}>
          <DayNote text={marks.noteText} />
        </DayMark>
      )}
      {marks.isBlocked ? (
        <DayMark key={`block-out ${date}`} date={date} kind="block-out" text={own.blockedText}>
          <DayOff day={day} closure={closureOf(date)} />
          {calendar.kind !== 'school' && <p className="text-center text-blocked">No lessons on non-instructional days</p>}
        </DayMark>
      ) : calendar.kind === 'school' ? (
        !marks.noteText && <EmptyState title="The school hasn’t added anything for this day" action={<SchoolDayActions date={date} />} />
      ) : lessons.length + leftOut.length > 0 ? (
        <>
          <ShortDayBadge shortDay={shortDay} />
          <LessonList {...props} cameFrom={cameFrom} />
          <LeftOut leftOut={leftOut} />
          {wasEmpty === date && mayAddLessons && <MoreOfUsual day={day} onAdd={onAdd} onApproach={onApproach} />}
        </>
      ) : mayAddLessons ? (
        <EmptyDay key={date} day={day} onAdd={onAdd} onType={() => setIsTyping(true)} onApproach={onApproach} />
      ) : (
        <EmptyState title="No lessons planned for this day" />
      )}
      {isTyping && (
        <Suspense>
          <UsualDayPart
            days={[date]}
            preferences={preferences}
            text={typed}
            onText={setTyped}
            onFailed={() => setIsTyping(true)}
            onClose={() => setIsTyping(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
