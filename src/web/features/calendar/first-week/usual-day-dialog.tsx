import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { type CalendarRef, useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { timetablesQuery } from '#web/features/calendar/days/timetables/cycle-calls.ts'
import { outlineQuery } from '#web/features/calendar/days/timetables/timetable-calls.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { startHints } from '#web/features/tutorial/hint-memory.ts'
import { counted } from '#web/lib/counted.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { newUuid } from '#web/lib/uuid.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { addUsualDay, repeatUsualDay } from './first-week-saves.ts'
import { RepeatUntil } from './repeat-until.tsx'
import { HOW_TO_TYPE, TypedDay } from './typed-day.tsx'
import { useSpan } from './use-span.ts'
import { type UsualDay, type UsualLesson, usualDay } from './usual-day.ts'
import {
  isRepeated,
  latestUntil,
  planOf,
  problemWith,
  problemWithSpan,
  type Span,
  skippedInWords,
  timetableOf,
  type UsualPlan,
} from './usual-plan.ts'

type UsualDayDialogProps = {
  /** The school days of the week on screen, or the day on screen. */
  days: readonly string[]
  preferences: Preferences
  text: string
  onText: (text: string) => void
  /** Called when the save fails. The typed text is preserved. */
  onFailed: () => void
  onClose: () => void
}

const NO_DAYS: [] = []
const NO_TIMETABLES: [] = []

/** The lessons of a typed day that are added. */
const addedOf = ({ lessons }: UsualDay, areBreaksAdded: boolean): UsualLesson[] =>
  lessons.filter(({ isBreak }) => areBreaksAdded || !isBreak)

type Choices = { text: string; areBreaksAdded: boolean; span: Span; duration: number }

/** Returns what a typed day does to the calendar, and why it can't be added. */
const useUsualPlan = (calendar: CalendarRef, { text, areBreaksAdded, span, duration }: Choices) => {
  const classes = useClasses()
  const { data: timetables = NO_TIMETABLES } = useQuery(timetablesQuery)
  const outline = useQuery(outlineQuery(calendar, span.from, latestUntil(span.from)))
  const days = outline.data?.days ?? NO_DAYS
  const planned = useMemo(() => {
    const problem = problemWithSpan(span)
    if (problem) return { problem }
    const timetable = timetableOf(addedOf(usualDay(text, duration), areBreaksAdded), span, { known: classes, newId: newUuid })
    const plan = planOf(timetable, span, days, classes)
    const isTyped = timetable.rows.length + timetable.breaks.length > 0
    return { timetable, plan, problem: isTyped ? problemWith({ span, timetable, plan, timetables, known: classes.length }) : null }
  }, [text, duration, areBreaksAdded, span, classes, timetables, days])
  const created = (isRepeated(span) && planned.timetable?.classes) || []
  const all = [...classes, ...created.map(({ id = '', name, color = 0 }) => ({ id, name, color }))]
  return { ...planned, outline, classes: all, created: created.length }
}

type FactsProps = Pick<ReturnType<typeof useUsualPlan>, 'outline'> & { plan: UsualPlan | undefined; created: number }

/** Says what else happens, besides the number in the button. */
const Facts = ({ outline, plan, created }: FactsProps) =>
  outline.error && !outline.data ? (
    <ErrorState
      title="Couldn’t load your days"
      description={outline.error.message}
      busy={outline.isFetching}
      onRetry={() => void outline.refetch()}
    />
  ) : (
    <div aria-live="polite" className="grid gap-0.5 text-caption text-ink-soft">
      {plan && skippedInWords(plan).map((words) => <p key={words}>{words}</p>)}
      {created > 0 && <p>{`Creates ${created === 1 ? '1 class' : `${created} classes`} for these lessons.`}</p>}
      <p className="flex items-center gap-1.5">
        <Undo2 aria-hidden="true" className="size-3.5" />
        One undo takes it all back.
      </p>
    </div>
  )

/** Asks for a typical day, one lesson per line, then on which weekdays and until when. Shows a preview of each line. */
export const UsualDayDialog = ({ days, preferences, text, onText, onFailed, onClose }: UsualDayDialogProps) => {
  const calendar = useCalendar()
  const { id: userId } = useUser()
  const [areBreaksAdded, setAreBreaksAdded] = useState(true)
  const [isBusy, whileBusy] = usePending()
  const { span, ends, isOneDay, change } = useSpan(days)
  const duration = preferences.defaultBlockDuration
  const day = usualDay(text, duration)
  const breaks = [...new Set(day.lessons.filter(({ isBreak }) => isBreak).map(({ title }) => title))]
  const added = addedOf(day, areBreaksAdded)
  // Typing never waits for the plan of the year, which takes longer to compute than a key press.
  const settled = useDeferredValue(text)
  const { outline, classes, plan, timetable, problem, created } = useUsualPlan(calendar, { text: settled, areBreaksAdded, span, duration })
  const lessons = plan?.lessons ?? 0
  const [unread] = day.problems
  const lineToChange = unread && `Change line ${unread.line}, or remove it.`
  const isKnown = outline.data !== undefined || !isRepeated(span)
  const isReady = isKnown && added.length > 0 && lessons > 0 && problem === null && !unread

  const submit = async () => {
    if (!plan || !timetable || settled !== text) return
    if (!isRepeated(span)) {
      onClose()
      if (!(await addUsualDay(calendar, plan.dates, added))) return onFailed()
    } else {
      const body = { ...timetable, ...(outline.data && { version: outline.data.version }) }
      if (!(await whileBusy(() => repeatUsualDay(calendar, body, plan.dates, plan.lessons)))) return void outline.refetch()
      onClose()
    }
    onText('')
    startHints(userId)
  }

  return (
    <FormDialog
      size="lg"
      title="Type my usual day"
      description={HOW_TO_TYPE}
      submitLabel={lessons > 0 ? `Add ${counted(lessons, 'lesson')}` : 'Add lessons'}
      isReady={isReady}
      missing={lineToChange ?? problem ?? undefined}
      isChanged={() => text.trim() !== ''}
      busy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TypedDay
        text={text}
        day={day}
        areBreaksAdded={areBreaksAdded}
        classes={classes}
        timeFormat={preferences.timeFormat}
        onText={onText}
      />
      {breaks.length > 0 && (
        <Checkbox
          className="mt-3"
          checked={areBreaksAdded}
          onChange={(event) => setAreBreaksAdded(event.target.checked)}
          label={`Add ${breaks.join(', ')} to the planner, too`}
        />
      )}
      <div className="mt-4 grid gap-3 border-t border-line">
        <RepeatUntil span={span} ends={ends} isOneDay={isOneDay} onChange={change} />
        <Facts outline={outline} plan={plan} created={created} />
      </div>
    </FormDialog>
  )
}
