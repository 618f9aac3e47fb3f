import { useQuery } from '@tanstack/react-query'
import { Repeat2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { mondayOf } from '#shared/dates.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { sketchesQuery } from '#web/features/calendar/days/repeat-calls.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { lostTextWarning } from '#web/features/templates/apply-plan.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { counted } from '#web/lib/counted.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Choices, choicesFor, RepeatChoices, untilOf } from './repeat-choices.tsx'
import { daysToSend, firstFreeSpan, planRepeat, problemWith, SPANS, totalsOf } from './repeat-plan.ts'
import { RepeatPreview, RepeatTotals } from './repeat-preview.tsx'
import { repeatLessons } from './repeat-saves.ts'
import { patternsOf, type SourceKey, sourcesOn } from './repeat-source.ts'

/** Returns the available sources, the teacher's choices, and the resulting plan. */
const useRepeatPlan = (first: SourceKey, date: string) => {
  const calendar = useCalendar()
  const week = useWeek(calendar, mondayOf(date))
  const daily = useQuery(templatesQuery('daily'))
  const weekly = useQuery(templatesQuery('weekly'))
  const [chosen, setChosen] = useState<Partial<Choices>>({})

  const sources = week.data && sourcesOn(date, week.data, { daily: daily.data ?? [], weekly: weekly.data ?? [] })
  const source = sources?.find(({ key }) => key === (chosen.key ?? first)) ?? sources?.[0]
  const sketches = useQuery({ ...sketchesQuery(calendar, source?.from ?? date), enabled: source !== undefined })

  const wanted = source && { everyWeeks: 1 as const, existing: 'keep' as const, ...choicesFor(source, 'keep'), ...chosen }
  const patterns = source && wanted ? patternsOf(source, wanted.withPlans) : []
  const start = source && wanted && { ...wanted, anchor: mondayOf(date), from: source.from }
  // Until the teacher chooses an end, it is the first one with something to add.
  const free = start && sketches.data ? firstFreeSpan(start, source.firstWeek, patterns, sketches.data) : SPANS[0]
  const choices = wanted && { ...wanted, until: wanted.until ?? free }

  const rule = start && choices && { ...start, until: untilOf(source, choices) }
  const plan = rule && sketches.data ? planRepeat(rule, patterns, sketches.data, rule.existing) : undefined
  const problem = rule && plan ? problemWith(rule, patterns, plan) : null
  const totals = totalsOf(plan ?? [])
  const failed = [week, sketches].find(({ error }) => error)
  const choose = (change: Partial<Choices>) => setChosen({ ...chosen, ...change })
  return { sources, source, choices, choose, sketches, patterns, plan, problem, totals, failed }
}

const Status = ({ problem }: { problem: string | null }) =>
  problem ? (
    <p role="status" className="min-w-0 flex-1 text-label font-medium small:flex-none small:w-full">
      {problem}
    </p>
  ) : (
    <p className="flex flex-1 items-center gap-2 text-label text-ink-soft small:w-full small:flex-none">
      <Undo2 className="size-4 shrink-0" />
      You can undo this in one step.
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
  const { sources, source, choices, choose, sketches, patterns, plan, problem, totals, failed } = useRepeatPlan(first, date)

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
          {/* On small screens, the preview is out of sight. */}
          {plan && plan.length > 0 && <RepeatTotals plan={plan} className="hidden w-full small:flex" />}
          <Status problem={problem} />
          <div className="flex justify-end small:flex-1 gap-2 phone:flex-col-reverse">
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
          <RepeatChoices sources={sources} source={source} choices={choices} onChange={choose} />
        ) : (
          <Skeleton className="h-80" />
        )}
        {/* As tall as its content, up to the height of the choices, so that the dialog keeps its height. */}
        <div className="relative small:-mx-2">
          <section
            aria-label="Preview"
            className="flex max-h-full min-w-0 flex-col rounded-card bg-paper p-4 not-small:absolute not-small:inset-x-0 small:p-3"
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
            {plan && plan.length > 0 && (
              <>
                <RepeatTotals plan={plan} className="mt-2 flex small:hidden" />
                <RepeatPreview plan={plan} />
              </>
            )}
          </section>
        </div>
      </div>
    </Dialog>
  )
}
