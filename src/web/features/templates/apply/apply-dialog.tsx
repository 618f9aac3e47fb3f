import { clsx } from 'clsx'
import { Repeat2, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay, isDay, isSchoolDay, mondayOf } from '#shared/dates.ts'
import type { ApplyOptions } from '#shared/templates/apply/contract.ts'
import { daysOfWeekly } from '#shared/templates/rules.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { dayOfWeek, type PlannedDay } from '#web/features/calendar/model/planned-week.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { useUser } from '#web/features/people/data.ts'
import {
  type DayPlan,
  type DayThere,
  filledInWords,
  fillInWords,
  leaveInWords,
  lostInWords,
  lostTextWarning,
  lostWithText,
  pastDates,
  planOf,
} from '#web/features/templates/apply-plan.ts'
import { openTemplateDialog } from '#web/features/templates/open-dialogs.ts'
import { keyOf } from '#web/features/templates/repeats/repeat-source.ts'
import type { AnyTemplate } from '#web/features/templates/template-kinds.ts'
import { TemplatePreview } from '#web/features/templates/template-preview.tsx'
import { applyTemplate } from '#web/features/templates/template-saves.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton, Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const WARNING = <TriangleAlert className="mt-0.5 size-5 shrink-0 text-blocked" />
const REPEAT = <Repeat2 className="size-4" />

type DayTemplate = Exclude<AnyTemplate, { kind: 'timeBlock' }>

/** Returns the template's lessons by date. A weekly template applies to the week of `date`. */
const daysOn = ({ kind, template }: DayTemplate, date: string): { date: string; blocks: readonly TimeBlock[] }[] =>
  kind === 'daily' ? [{ date, blocks: template.blocks }] : daysOfWeekly(template, mondayOf(date))

const dayThere = (day: PlannedDay | undefined): DayThere | null => {
  if (!day?.entry && !day?.marks.isBlocked) return null
  const { isBlocked, blockedText } = day.marks
  return { isBlocked, blockedText, blocks: day.entry?.blocks ?? [] }
}

const problemWith = (plan: readonly DayPlan[], { mayFill, leftCount }: { mayFill: boolean; leftCount: number }): string | null => {
  if (plan.every(({ outcome }) => outcome === 'untouched'))
    return leftCount > 0 ? 'This template has no lessons from today on.' : 'This template is empty.'
  const isNothingDone = plan.every(({ outcome }) => outcome === 'untouched' || outcome === 'skipped')
  return isNothingDone && !mayFill ? 'No lessons on non-instructional days' : null
}

type Choices = { mayFill: boolean; leavesPast: boolean }

/** Returns the effect of applying the template to `date`, along with any data to load or decisions to make first. */
const useApplyPlan = (entry: DayTemplate, { date, shownDate, mayFill, leavesPast }: { date: string; shownDate: string } & Choices) => {
  const calendar = useCalendar()
  const today = useToday(useUser().timezone)
  const isDate = isDay(date) && isSchoolDay(date)
  const loading = useWeek(calendar, mondayOf(isDate ? date : shownDate), { enabled: isDate })
  const { data: week } = loading
  const entryOn = (on: string) => dayThere(week && dayOfWeek(week, on))
  const blockedDays = mayFill ? ('fill' as const) : ('skip' as const)
  const all = isDate ? daysOn(entry, date) : []
  const past = pastDates(planOf(all, entryOn, { mode: 'replace', blockedDays }), today)
  const isLeft = (on: string) => leavesPast && past.length > 0 && on < today
  const days = all.map((day) => (isLeft(day.date) ? { ...day, blocks: [] } : day))
  const plan = planOf(days, entryOn, { mode: 'replace', blockedDays })
  const problem = week && isDate ? problemWith(plan, { mayFill, leftCount: leavesPast ? past.length : 0 }) : null
  return {
    loading,
    isDate,
    dates: days.map((day) => day.date).filter((on) => !isLeft(on)),
    blockedDays,
    lost: lostInWords(plan),
    filled: filledInWords(plan),
    textWarning: lostTextWarning(lostWithText(plan)),
    past,
    blocked: planOf(days, entryOn, { mode: 'replace', blockedDays: 'skip' }).filter(({ outcome }) => outcome === 'skipped'),
    plan,
    full: planOf(days, entryOn, { mode: 'add', blockedDays }).some(({ isTooMany }) => isTooMany),
    problem,
    isReady: Boolean(week) && isDate && problem === null,
  }
}

type LossesProps = { lost: string; textWarning: string; full: boolean }

const Losses = ({ lost, textWarning, full }: LossesProps) => (
  <>
    <div role="alert" className="mb-3.5 flex gap-2.5 rounded-control bg-blocked-soft px-3.5 py-3">
      {WARNING}
      <div>
        <p className="font-semibold">
          {lost} {textWarning}
        </p>
        <p className="mt-0.5">You can undo this. Each day’s history also keeps the old lessons for 30 days.</p>
      </div>
    </div>
    {full && <p className="mb-3.5 text-label text-ink-soft">These days don’t have room for both. A day can hold up to 60 lessons.</p>}
  </>
)

type ChoicesProps = { past: readonly string[]; blocked: readonly DayPlan[]; choices: Choices; onChange: (choices: Choices) => void }

const ChoiceBoxes = ({ past, blocked, choices, onChange }: ChoicesProps) => (
  <div className="grid gap-2 pb-2.5 touch:gap-0 touch:pb-0 phone:*:last:-mb-1 phone:*:not-last:-mb-3">
    {past.length > 0 && (
      <Checkbox
        checked={choices.leavesPast}
        onChange={(event) => onChange({ ...choices, leavesPast: event.target.checked })}
        label={leaveInWords(past)}
      />
    )}
    {blocked.length > 0 && (
      <Checkbox
        checked={choices.mayFill}
        onChange={(event) => onChange({ ...choices, mayFill: event.target.checked })}
        label={fillInWords(blocked)}
      />
    )}
  </div>
)

type FooterProps = {
  /** The main button's text if nothing is replaced, as in 'Apply to Tue, Nov 24'. */
  label: string
  asks: boolean
  full: boolean
  isReady: boolean
  isBusy: boolean
  onRepeat: () => void
  onRun: (mode: ApplyOptions['mode']) => void
}

const OverwriteFooter = ({ full, isReady, isBusy, onRun }: Omit<FooterProps, 'label' | 'asks' | 'onRepeat'>) => (
  <div className="flex flex-1 items-center gap-2 phone:grid phone:grid-cols-2">
    <CloseButton variant="ghost" className="not-phone:-ml-3.5 phone:order-1 phone:col-span-2">
      Cancel
    </CloseButton>
    <p className="ml-auto text-caption text-ink-soft phone:col-span-2 phone:ml-0">Keep both adds the template’s lessons next to yours.</p>
    <Button disabled={!isReady || full} busy={isBusy} onClick={() => onRun('add')}>
      Keep both
    </Button>
    <Button variant="danger-solid" disabled={!isReady} busy={isBusy} onClick={() => onRun('replace')}>
      Yes, Overwrite
    </Button>
  </div>
)

const Footer = ({ label, asks, onRepeat, ...rest }: FooterProps) =>
  asks ? (
    <OverwriteFooter {...rest} />
  ) : (
    <div className="flex flex-1 justify-end gap-2 phone:flex-col-reverse">
      <Button variant="ghost" icon={REPEAT} className="not-phone:mr-auto not-phone:-ml-3" onClick={onRepeat}>
        Repeat until…
      </Button>
      <CancelButton />
      <Button variant="solid" disabled={!rest.isReady} busy={rest.isBusy} onClick={() => rest.onRun('replace')}>
        {label}
      </Button>
    </div>
  )

/** Names the target on the button, as in 'Apply to Tue, Nov 24' or 'Apply to the week of Nov 23'. */
const applyWords = ({ kind }: DayTemplate, date: string | false): string => {
  if (!date) return 'Apply'
  return kind === 'daily' ? `Apply to ${formatDay(date, 'short')}` : `Apply to the week of ${formatDay(mondayOf(date), 'monthDay')}`
}

const PreviewHead = ({ isWeek, asks }: { isWeek: boolean; asks: boolean }) => (
  <h3 className="mt-5 mb-2 font-text text-caption font-semibold tracking-normal text-ink-soft phone:mt-2">
    {!asks && 'Preview'}
    {asks && `The ${isWeek ? 'week' : 'day'} after “Yes, Overwrite”. `}
    {asks && <span className={clsx(isWeek && 'phone:hidden')}>Struck out: what is removed</span>}
    {asks && isWeek && <span className="not-phone:hidden">Open a day to see what is removed.</span>}
  </h3>
)

type ApplyDialogProps = { entry: DayTemplate; initialDate: string; onClose: () => void }

/** Previews a template and its effect on each day, warns before replacing lessons, and applies it. */
export const ApplyDialog = ({ entry, initialDate, onClose }: ApplyDialogProps) => {
  const { preferences } = useUser()
  const calendar = useCalendar()
  const [date, setDate] = useState(initialDate)
  const [choices, setChoices] = useState<Choices>({ mayFill: false, leavesPast: true })
  const [isBusy, whileBusy] = usePending()
  const isRepeated = useRef(false)
  const { loading, isDate, dates, blockedDays, lost, filled, textWarning, past, blocked, plan, full, problem, isReady } = useApplyPlan(
    entry,
    {
      date,
      shownDate: initialDate,
      ...choices,
    },
  )
  const { data: week, error, isFetching, refetch } = loading

  const run = async (mode: ApplyOptions['mode']) => {
    if (isBusy) return
    const isDone = await whileBusy(() => applyTemplate(entry, { calendar, dates, mode, blockedDays }))
    if (isDone) onClose()
  }
  const repeat = () => {
    isRepeated.current = true
    onClose()
  }

  return (
    <Dialog
      onClose={onClose}
      // Open the next dialog only after this one closes, so that the next one returns focus to the right element when it closes.
      onClosed={() => isRepeated.current && openTemplateDialog({ is: 'repeat', source: keyOf(entry), date: isDate ? date : initialDate })}
      size={entry.kind === 'weekly' ? 'xl' : 'md'}
      isSheet
      title={lost !== '' ? 'Overwrite Warning' : 'Apply Template'}
      description={`Template: ${entry.template.name}`}
      footer={
        <Footer
          label={applyWords(entry, isDate && date)}
          asks={lost !== ''}
          full={full}
          isReady={isReady}
          isBusy={isBusy}
          onRepeat={repeat}
          onRun={(mode) => void run(mode)}
        />
      }
    >
      {lost !== '' && <Losses lost={lost} textWarning={textWarning} full={full} />}
      <div className="flex items-end gap-x-5 phone:flex-col phone:items-stretch">
        <DateField
          label={entry.kind === 'daily' ? 'Use on' : 'Use in the week of'}
          error={isDate ? undefined : 'Choose Monday through Friday'}
          className="not-phone:w-64"
          value={date}
          onChange={setDate}
        />
        <ChoiceBoxes past={past} blocked={blocked} choices={choices} onChange={setChoices} />
      </div>
      {isReady && filled !== '' && <p className="mt-2.5 text-ink-soft">{lost === '' ? `${filled} You can undo it.` : filled}</p>}
      {isDate && !week && error && (
        <ErrorState title="Couldn’t load your lessons" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {isDate && !week && !error && <Skeleton className="mt-3.5 h-24" />}
      {problem && (
        <p role="status" className="mt-3.5 font-medium text-blocked">
          {problem}
        </p>
      )}
      <PreviewHead isWeek={entry.kind === 'weekly'} asks={lost !== ''} />
      <TemplatePreview entry={entry} timeFormat={preferences.timeFormat} effects={plan} />
    </Dialog>
  )
}
