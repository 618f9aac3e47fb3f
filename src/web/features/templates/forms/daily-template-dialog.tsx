import { clsx } from 'clsx'
import { Bell, Plus, Rows3 } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { MAX } from '#shared/limits.ts'
import { type DailyTemplate, NAME_MISSING, NO_VALID_BLOCK } from '#shared/templates/contract.ts'
import { HOW_TO_TYPE, TypedDay } from '#web/features/calendar/first-week/typed-day.tsx'
import { type UsualDay, usualDay } from '#web/features/calendar/first-week/usual-day.ts'
import { draftOf } from '#web/features/calendar/model/block-draft.ts'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { useUser } from '#web/features/people/data.ts'
import { changeTemplate, createTemplate } from '#web/features/templates/template-saves.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { type DailyRow, nextRow, rowProblems, rowsOf, titledRows } from './daily-rows.ts'
import { TemplateTextField } from './template-fields.tsx'

const ROWS = <Rows3 className="size-4" />

type RowProps = {
  row: DailyRow
  timeFormat: Preferences['timeFormat']
  number: number
  problem: string | undefined
  isOnly: boolean
  onChange: (part: Partial<DailyRow>) => void
  onRemove: () => void
}

type LabeledProps = { label: string; isFirst: boolean; className: string; children: ReactNode }

/** A field with a visible label. In a wide window, only the first row shows its labels, as the heads of the columns. */
const Labeled = ({ label, isFirst, className, children }: LabeledProps) => (
  <div className={clsx('grid gap-1', className)}>
    <span aria-hidden="true" className={clsx('text-small text-ink-soft', !isFirst && 'sm:hidden')}>
      {label}
    </span>
    {children}
  </div>
)

const Row = ({ row, timeFormat, number, problem, isOnly, onChange, onRemove }: RowProps) => (
  <li>
    <fieldset aria-label={`Time block ${number}`} className="flex min-w-0 flex-wrap items-end gap-2">
      <Labeled
        label="Title"
        isFirst={number === 1}
        className={clsx('min-w-40 flex-1', isOnly ? 'max-sm:basis-full' : 'max-sm:basis-[calc(100%-88px)]')}
      >
        <TextInput
          aria-label="Title"
          placeholder="Math, lunch, recess…"
          maxLength={200}
          autoComplete="off"
          value={row.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </Labeled>
      <Labeled label="Start" isFirst={number === 1} className="w-28 small:w-32 max-sm:order-1 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-24">
        <TimeInput
          aria-label="Start"
          aria-invalid={problem ? true : undefined}
          timeFormat={timeFormat}
          value={row.startTime}
          onChange={(startTime) => onChange({ startTime })}
        />
      </Labeled>
      <Labeled label="End" isFirst={number === 1} className="w-28 small:w-32 max-sm:order-1 max-sm:min-w-0 max-sm:flex-1 max-sm:basis-24">
        <TimeInput
          aria-label="End"
          aria-invalid={problem ? true : undefined}
          timeFormat={timeFormat}
          after={row.startTime}
          value={row.endTime}
          onChange={(endTime) => onChange({ endTime })}
        />
      </Labeled>
      <IconButton
        label="Alert"
        variant="ghost"
        size="md"
        aria-pressed={row.hasAlert}
        className="aria-pressed:bg-brass-soft aria-pressed:text-brass-ink max-sm:order-1"
        onClick={() => onChange({ hasAlert: !row.hasAlert })}
      >
        <Bell className="size-4" />
      </IconButton>
      {!isOnly && (
        <Button variant="ghost" size="sm" aria-label="Remove this time block" onClick={onRemove}>
          Remove
        </Button>
      )}
      {row.hasAlert && (
        <TextInput
          aria-label="Alert message"
          placeholder="What do you need to remember?"
          maxLength={500}
          className="basis-full max-sm:order-1"
          value={row.alertMessage}
          onChange={(event) => onChange({ alertMessage: event.target.value })}
        />
      )}
    </fieldset>
    {problem && (
      <p role="alert" className="mt-1 text-caption font-medium text-blocked">
        {problem}
      </p>
    )}
  </li>
)

type RowsProps = {
  rows: readonly DailyRow[]
  /** The errors to show, by row key. */
  problems: ReturnType<typeof rowProblems>
  /** A new row's length, in minutes. */
  duration: number
  timeFormat: Preferences['timeFormat']
  onRows: (next: (rows: DailyRow[]) => DailyRow[]) => void
}

const Rows = ({ rows, problems, duration, timeFormat, onRows }: RowsProps) => (
  <>
    <h3 className="mt-5 mb-2 font-text text-caption font-semibold tracking-normal text-ink-soft">Time blocks</h3>
    <ul className="grid gap-2.5 max-sm:gap-5">
      {rows.map((row, index) => (
        <Row
          key={row.key}
          row={row}
          timeFormat={timeFormat}
          number={index + 1}
          problem={Object.values(problems.get(row.key) ?? {})[0]}
          isOnly={rows.length === 1}
          onChange={(part) => onRows((now) => now.map((each) => (each.key === row.key ? { ...each, ...part } : each)))}
          onRemove={() => onRows((now) => now.filter(({ key }) => key !== row.key))}
        />
      ))}
    </ul>
    <Button
      size="sm"
      className="mt-3"
      icon={<Plus className="size-4" />}
      disabled={rows.length >= MAX.blocksOfDay}
      onClick={() => onRows((now) => [...now, nextRow(now, duration)])}
    >
      Add Time Block
    </Button>
  </>
)

/** The day as typed text, which becomes rows on request. A line that can't be parsed would be lost, so it has to go first. */
const TypedRows = ({ onRows, ...typed }: ComponentProps<typeof TypedDay> & { onRows: () => void }) => (
  <section aria-labelledby="typed-day" className="mt-5 grid gap-2.5">
    <h3 id="typed-day" className="font-text font-semibold tracking-normal">
      Type my usual day
    </h3>
    <p className="text-caption text-ink-soft">{HOW_TO_TYPE}</p>
    <TypedDay {...typed} />
    <Button size="sm" icon={ROWS} disabled={typed.day.problems.length > 0} className="justify-self-start" onClick={onRows}>
      {typed.day.lessons.length > 0 ? 'Edit as rows' : 'Fill in rows instead'}
    </Button>
  </section>
)

type DailyTemplateDialogProps = { template: DailyTemplate | null; onClose: () => void }

/** Edits a day's bell schedule in rows. A new one starts as typed text. Saving drops rows without a title. The form always keeps at least one row. */
export const DailyTemplateDialog = ({ template, onClose }: DailyTemplateDialogProps) => {
  const { defaultBlockDuration: duration, timeFormat } = useUser().preferences
  const [initial] = useState(() => {
    const rows = template?.blocks.map((block, key): DailyRow => ({ ...draftOf(block), key })) ?? []
    return { name: template?.name ?? '', rows: rows.length > 0 ? rows : [nextRow([], duration)] }
  })
  const [{ name, rows }, setDraft] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const [isBusy, whileBusy] = usePending()
  /** The day as typed, or null once its rows are on screen. */
  const [typed, setTyped] = useState(template ? null : '')
  const day = typed === null ? null : usualDay(typed, duration)
  const titled = titledRows(day ? rowsOf(day.lessons, duration) : rows)
  const problems = rowProblems(rows)
  const setRows = (next: (rows: DailyRow[]) => DailyRow[]) => setDraft((now) => ({ ...now, rows: next(now.rows) }))

  const fillRows = ({ lessons }: UsualDay) => {
    setDraft((now) => ({ ...now, rows: rowsOf(lessons, duration) }))
    setTyped(null)
  }
  const save = async () => {
    setIsChecked(true)
    if (name.trim() === '' || titled.length === 0 || problems.size > 0 || day?.problems.length) return
    const body = { name, blocks: titled.map(({ key: _, ...block }) => block) }
    const isDone = await whileBusy(() => (template ? changeTemplate('daily', template, body) : createTemplate('daily', body)))
    if (isDone) onClose()
  }

  return (
    <FormDialog
      title={template ? 'Edit Daily Template' : 'Create Daily Template'}
      size="lg"
      back="Template Manager"
      isChanged={() => name !== initial.name || rows !== initial.rows || Boolean(typed?.trim())}
      busy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TemplateTextField
        label="Template name"
        value={name}
        error={isChecked && name.trim() === '' ? NAME_MISSING : undefined}
        onChange={(value) => setDraft((now) => ({ ...now, name: value }))}
      />
      {day && typed !== null ? (
        <TypedRows text={typed} day={day} timeFormat={timeFormat} onText={setTyped} onRows={() => fillRows(day)} />
      ) : (
        <Rows rows={rows} problems={isChecked ? problems : new Map()} duration={duration} timeFormat={timeFormat} onRows={setRows} />
      )}
      {isChecked && titled.length === 0 && (
        <p role="alert" className="mt-2 text-caption font-medium text-blocked">
          {NO_VALID_BLOCK}
        </p>
      )}
    </FormDialog>
  )
}
