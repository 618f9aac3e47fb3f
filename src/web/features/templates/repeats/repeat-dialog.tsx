import { useQuery } from '@tanstack/react-query'
import { Repeat2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { sketchesQuery } from '#web/features/calendar/days/repeat-calls.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { lostTextWarning } from '#web/features/templates/apply-plan.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { counted } from '#web/features/templates/template-kinds.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { choicesFor, RepeatChoices, untilOf } from './repeat-choices.tsx'
import { daysToSend, planRepeat, problemWith, summaryOf, totalsOf } from './repeat-plan.ts'
import { RepeatPreview } from './repeat-preview.tsx'
import { repeatLessons } from './repeat-saves.ts'
import { patternsOf, type SourceKey, sourcesOn } from './repeat-source.ts'

/** Returns the available sources, the teacher's choices, and the resulting plan. */
const useRepeatPlan = (first: SourceKey, date: string) => {
  const calendar = useCalendar()
  const week = useWeek(calendar, mondayOf(date))
  const daily = useQuery(templatesQuery('daily'))
  const weekly = useQuery(templatesQuery('weekly'))
  const [chosen, setChosen] = useState<ReturnType<typeof choicesFor>>()

  const sources = week.data && sourcesOn(date, week.data, { daily: daily.data ?? [], weekly: weekly.data ?? [] })
  const source = sources?.find(({ key }) => key === (chosen?.key ?? first)) ?? sources?.[0]
  const choices = chosen ?? (source && choicesFor(source))
  const sketches = useQuery({ ...sketchesQuery(calendar, source?.from ?? date), enabled: source !== undefined })

  const rule = source && choices && { ...choices, anchor: mondayOf(date), from: source.from, until: untilOf(source, choices) }
  const patterns = source && choices ? patternsOf(source, choices.withPlans) : []
  const plan = rule && sketches.data ? planRepeat(rule, patterns, sketches.data, choices.existing) : undefined
  const problem = rule && plan ? problemWith(rule, patterns, plan) : null
  const totals = totalsOf(plan ?? [])
  const failed = [week, sketches].find(({ error }) => error)
  return { sources, source, choices, setChosen, sketches, patterns, plan, problem, totals, failed }
}

/** On small screens, where the preview is out of sight, the line also sums it up. */
const Status = ({ problem, totals }: { problem: string | null; totals: ReturnType<typeof totalsOf> }) =>
  problem ? (
    <p role="status" className="text-label font-medium small:w-full">
      {problem}
    </p>
  ) : (
    <p className="flex items-center gap-2 text-label text-ink-soft small:w-full">
      <Undo2 className="size-4 shrink-0" />
      <span>
        {totals.lessons > 0 && <span className="hidden small:inline">{`${summaryOf(totals)} `}</span>}
        You can undo this in one step.
      </span>
    </p>
  )

type RepeatDialogProps = { source: SourceKey; date: string; onClose: () => void }

/**
 * Repeats a week, a day or a template until a date. A single Undo reverts the whole repeat. The choices are on the left and the preview is
 * on the right.
 */
export const RepeatDialog = ({ source: first, date, onClose }: RepeatDialogProps) => {
  const calendar = useCalendar()
  const [isBusy, whileBusy] = usePending()
  const { sources, source, choices, setChosen, sketches, patterns, plan, problem, totals, failed } = useRepeatPlan(first, date)

  const run = async () => {
    if (!plan || !choices) return
    const mode = choices.existing === 'replace' ? 'replace' : 'add'
    const isDone = await whileBusy(() => repeatLessons(calendar, { type: 'repeat', patterns, days: daysToSend(plan), mode }))
    if (isDone) onClose()
    else void sketches.refetch()
  }

  return (
    <Dialog
      onClose={onClose}
      size="xl"
      title="Repeat until…"
      description="Repeat the same lessons week after week. Days off are skipped."
      footer={
        <>
          <Status problem={problem} totals={totals} />
          <div className="flex flex-1 justify-end gap-2 phone:flex-col-reverse">
            <CancelButton />
            <Button
              variant={totals.replaced > 0 ? 'danger-solid' : 'solid'}
              icon={<Repeat2 className="size-4" />}
              disabled={!plan || problem !== null}
              busy={isBusy}
              onClick={() => void run()}
            >
              {totals.lessons === 0
                ? 'Add lessons'
                : `${totals.replaced > 0 ? `Replace ${totals.lost}, add` : 'Add'} ${counted(totals.lessons, 'lesson')}`}
            </Button>
          </div>
        </>
      }
    >
      <div className="grid grid-cols-[1fr_minmax(0,440px)] gap-6 small:grid-cols-1">
        {sources && source && choices ? (
          <RepeatChoices sources={sources} source={source} choices={choices} onChange={setChosen} />
        ) : (
          <Skeleton className="h-80" />
        )}
        <section
          aria-label="Preview"
          className="flex h-[min(540px,calc(100dvh-230px))] min-w-0 flex-col rounded-card bg-paper p-4 small:-mx-2 small:h-auto small:p-3"
        >
          <h3 className="font-text text-caption font-semibold tracking-normal text-ink-soft">Preview</h3>
          {failed && (
            <ErrorState
              title="Couldn’t load your days"
              description={failed.error?.message ?? ''}
              busy={failed.isFetching}
              onRetry={() => void failed.refetch()}
            />
          )}
          {!plan && !failed && <Skeleton className="mt-2 h-64" />}
          {totals.replaced > 0 && (
            <p role="status" className="mt-2 text-label text-blocked">
              {`This replaces ${counted(totals.lost, 'lesson')} on ${counted(totals.replaced, 'day')}. ${lostTextWarning(totals.lostWithText)}You can undo it, and each day’s history keeps the old lessons for 30 days.`}
            </p>
          )}
          {plan && plan.length > 0 && <RepeatPreview plan={plan} />}
        </section>
      </div>
    </Dialog>
  )
}
