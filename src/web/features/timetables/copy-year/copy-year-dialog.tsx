import { Copy, Info, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { TIMETABLE_ADDRESS } from '#shared/addresses.ts'
import { formatDay } from '#shared/dates.ts'
import type { LineUp } from '#shared/moves/years/rules.ts'
import type { Timetable } from '#shared/timetables/contract.ts'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { counted } from '#web/lib/counted.ts'
import { focusPlans } from '#web/lib/focus-plans.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { SegmentedField } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { copiesOf } from './class-choices.ts'
import { ClassRows, WAYS } from './class-rows.tsx'
import { CopyPreview } from './copy-preview.tsx'
import { copyPlans } from './copy-saves.ts'
import { type CopyYear, useCopyYear } from './use-copy-year.ts'

const COPY = <Copy className="size-4" />
const ALL_WAYS = [{ value: 'best', label: 'Best fit' }, ...WAYS] as const
const ABOUT: Record<LineUp | 'best', string> = {
  best: 'For each class, the way that finds a lesson for the most plans.',
  schoolDay: 'The 61st school day of last year lands on the 61st of this one.',
  week: 'The 2nd lesson of week 9 lands on the 2nd lesson of week 9.',
  date: 'The same weekday of the same week, with Thanksgiving on Thanksgiving.',
}

/** Returns a year in words: '2025 – 26', or its dates if it is in one calendar year. */
const yearInWords = ({ firstDay, lastDay }: Timetable): string => {
  const [first, last] = [firstDay.slice(0, 4), lastDay.slice(0, 4)]
  return first === last ? `${formatDay(firstDay, 'monthDay')} – ${formatDay(lastDay, 'medium')}` : `${first} – ${last.slice(2)}`
}

/** Which year the plans come from, from when on, and how the years line up. */
const YearChoices = ({ copy }: { copy: CopyYear }) => {
  const { earlier, last, from, isDayWrong, setDay, setYearId, by, setBy } = copy
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 max-[380px]:grid-cols-1">
        <Field label="From">
          {(wiring) => (
            <Select {...wiring} value={last?.id ?? ''} onChange={({ target }) => setYearId(target.value)}>
              {earlier.map((year) => (
                <option key={year.id} value={year.id}>
                  {yearInWords(year)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <DateField label="Into this year, from" value={from} error={isDayWrong ? 'Choose a day' : undefined} onChange={setDay} />
      </div>
      <div className="grid gap-1.5">
        <SegmentedField label="Line the years up by" value={by} options={ALL_WAYS} onChange={setBy} />
        <p className="text-label text-ink-soft">{ABOUT[by]}</p>
      </div>
    </div>
  )
}

/** Says what is missing before plans can be copied. */
const NoYears = ({ copy, onClose }: { copy: CopyYear; onClose: () => void }) => {
  const setUp = () => {
    onClose()
    navigate(TIMETABLE_ADDRESS)
  }
  return copy.now ? (
    <EmptyState
      title="No earlier year to copy from"
      description="Next year, the plans that you write now are here. To copy one week from before you had a timetable, use Fill from last year in the Templates menu."
    />
  ) : (
    <EmptyState
      title="Set up this year first"
      description="Your plans go to this year’s lessons, which your timetable lays down."
      action={<Button onClick={setUp}>My timetable</Button>}
    />
  )
}

const Choosing = ({ copy }: { copy: CopyYear }) => {
  const [asked, setAsked] = useState<string>()
  const { choices, classes, targets, counts, choose, years, plan } = copy
  const shown = choices?.find(({ id }) => id === asked) ?? choices?.find(({ isIn }) => isIn) ?? choices?.[0]
  return (
    <div className="grid grid-cols-[minmax(0,1.14fr)_minmax(0,1fr)] gap-6 pb-4 small:grid-cols-1">
      <div className="grid content-start gap-4">
        <YearChoices copy={copy} />
        {choices ? (
          <ClassRows
            choices={choices}
            classes={classes}
            targets={targets}
            counts={counts}
            shown={shown?.id}
            onShow={setAsked}
            onChoose={choose}
          />
        ) : (
          <Skeleton className="h-72" />
        )}
        <p className="flex items-start gap-2 text-label text-ink-soft">
          <Info aria-hidden="true" className="mt-px size-4 shrink-0" />
          Copied: plans, links, files. Not copied: alerts, locks, taught marks, student notes.
        </p>
      </div>
      {years && plan ? (
        <CopyPreview
          key={shown?.id}
          years={years}
          plan={plan}
          classId={shown?.id}
          name={classes.find(({ id }) => id === shown?.id)?.name ?? ''}
        />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  )
}

/** Copies the plans of an earlier year onto this year's lessons, class by class. A single Undo reverts all of it. */
export const CopyYearDialog = ({ onClose }: { onClose: () => void }) => {
  const calendar = useCalendar()
  const copy = useCopyYear()
  const [isBusy, whileBusy] = usePending()
  const { choices, plan, last, now, from, copied, problem, failed, isLoaded } = copy
  const lost = plan?.unplaced.length ?? 0
  const hasYears = last !== undefined && now !== undefined
  const run = async () => {
    if (!choices || !plan || !last) return
    const dates = plan.days.map(({ date }) => date)
    const body = { fromYear: last.id, from, classes: copiesOf(choices) }
    if (!(await whileBusy(() => copyPlans(calendar, { copy: body, dates, plans: copied })))) return
    onClose()
    focusPlans()
  }
  const footer = (
    <>
      <p role="status" className="flex min-w-0 flex-1 items-center gap-2 text-label text-ink-soft small:w-full small:flex-none">
        {problem ?? (
          <>
            <Undo2 aria-hidden="true" className="size-4 shrink-0" />
            {`${lost > 0 ? `${counted(lost, 'plan')} without a day ${lost === 1 ? 'goes' : 'go'} to Unplaced lessons. ` : ''}You can undo this in one step.`}
          </>
        )}
      </p>
      <div className="flex justify-end gap-2 small:flex-1 phone:flex-col-reverse">
        <CancelButton />
        <Button variant="solid" icon={COPY} disabled={!plan || problem !== null} busy={isBusy} onClick={() => void run()}>
          {copied === 0 ? 'Copy plans' : `Copy ${counted(copied, 'plan')}`}
        </Button>
      </div>
    </>
  )
  return (
    <Dialog
      onClose={onClose}
      size={isLoaded && !hasYears ? 'md' : 'full'}
      title="Copy last year’s plans"
      description="Class by class. What you have written this year stays, and last year is only read."
      footer={hasYears ? footer : undefined}
    >
      {failed && (
        <ErrorState
          title="Couldn’t load your years"
          description={failed.error?.message ?? ''}
          busy={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!isLoaded && !failed && <Skeleton className="h-96" />}
      {isLoaded && !failed && (hasYears ? <Choosing copy={copy} /> : <NoYears copy={copy} onClose={onClose} />)}
    </Dialog>
  )
}
