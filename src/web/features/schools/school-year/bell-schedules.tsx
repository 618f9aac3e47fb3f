import { ClipboardPaste, Plus, Trash2, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { formatTime } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { BellSchedule } from '#shared/timetables/school/contract.ts'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { useUser } from '#web/features/people/data.ts'
import { counted } from '#web/lib/counted.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { newUuid } from '#web/lib/uuid.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'

const BellTimesDialogPart = lazyPart(async () => (await import('#web/features/timetables/change/bell-times-dialog.tsx')).BellTimesDialog)

const PLUS = <Plus className="size-[15px]" />
const PASTE = <ClipboardPaste className="size-[15px]" />
const BIN = <Trash2 className="size-[15px]" />
const CROSS = <X className="size-4" />
const EMPTY_ROW = { startTime: '', endTime: '' }

type Row = BellSchedule['rows'][number]

type ScheduleProps = { schedule: BellSchedule; onChange: (schedule: BellSchedule) => void; onRemove: () => void }

/** The name and the rows of a bell schedule. */
const ScheduleFields = ({ schedule, onChange, onRemove }: ScheduleProps) => {
  const { timeFormat } = useUser().preferences
  const [isPasting, setIsPasting] = useState(false)
  const { name, rows } = schedule
  const put = (place: number, change: Partial<Row>) =>
    onChange({ ...schedule, rows: rows.map((row, at) => (at === place ? { ...row, ...change } : row)) })
  return (
    <div className="grid gap-3 border-t border-line px-3.5 pt-3 pb-3 max-[359px]:px-2">
      <Field label="Name">
        {(wiring) => (
          <TextInput
            {...wiring}
            maxLength={MAX.className}
            value={name}
            placeholder="Regular"
            onChange={({ target }) => onChange({ ...schedule, name: target.value })}
          />
        )}
      </Field>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(272px,1fr))] gap-x-5 gap-y-1.5 max-[359px]:grid-cols-1">
        {rows.map((row, place) => (
          <li key={place} className="flex items-center gap-1.5">
            <span className="w-5 shrink-0 text-right text-caption text-ink-soft tabular max-[359px]:hidden">{place + 1}</span>
            <TimeInput
              aria-label={`Row ${place + 1}, start`}
              className="min-w-0 flex-1"
              timeFormat={timeFormat}
              value={row.startTime}
              onChange={(startTime) => put(place, { startTime })}
            />
            <TimeInput
              aria-label={`Row ${place + 1}, end`}
              className="min-w-0 flex-1"
              timeFormat={timeFormat}
              after={row.startTime}
              value={row.endTime}
              onChange={(endTime) => put(place, { endTime })}
            />
            <IconButton
              label={`Remove row ${place + 1}`}
              variant="ghost"
              size="sm"
              onClick={() => onChange({ ...schedule, rows: rows.filter((_, at) => at !== place) })}
            >
              {CROSS}
            </IconButton>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-1.5">
        {rows.length < MAX.timetableRows && (
          <Button size="sm" icon={PLUS} onClick={() => onChange({ ...schedule, rows: [...rows, EMPTY_ROW] })}>
            Add a row
          </Button>
        )}
        <Button size="sm" icon={PASTE} onClick={() => setIsPasting(true)}>
          Paste bell times
        </Button>
        <span className="flex-1" />
        <Button variant="danger" size="sm" icon={BIN} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {isPasting && (
        <Suspense>
          <BellTimesDialogPart
            rows={MAX.timetableRows}
            timeFormat={timeFormat}
            onUse={(times) => onChange({ ...schedule, rows: [...times] })}
            onClose={() => setIsPasting(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Returns a schedule's rows in words: '6 rows, 8:00 AM – 2:40 PM'. */
const rowsInWords = (rows: readonly Row[], timeFormat: '12' | '24'): string => {
  const times = rows.filter(({ startTime, endTime }) => startTime !== '' && endTime !== '')
  const [first] = times.map(({ startTime }) => startTime).sort()
  const last = times
    .map(({ endTime }) => endTime)
    .sort()
    .at(-1)
  if (first === undefined || last === undefined) return 'No times yet'
  return `${counted(times.length, 'row')}, ${formatTime(first, timeFormat)} – ${formatTime(last, timeFormat)}`
}

type BellSchedulesProps = { schedules: readonly BellSchedule[]; onChange: (schedules: BellSchedule[]) => void }

/** The school's bell schedules. One of them is open at a time. */
export const BellSchedules = ({ schedules, onChange }: BellSchedulesProps) => {
  const { timeFormat } = useUser().preferences
  const [open, setOpen] = useState<string | null>(null)
  const add = () => {
    const added = { id: newUuid(), name: schedules.length === 0 ? 'Regular' : '', rows: [EMPTY_ROW] }
    onChange([...schedules, added])
    setOpen(added.id)
  }
  return (
    <section aria-labelledby="bell-schedules" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-2">
        <h3 id="bell-schedules" className="flex-1 text-lead">
          Bell schedules
        </h3>
        {schedules.length < MAX.bellSchedules && (
          <Button variant="ghost" size="sm" icon={PLUS} className="text-brand!" onClick={add}>
            Add a bell schedule
          </Button>
        )}
      </div>
      {schedules.length === 0 && (
        <p className="text-label text-ink-soft">Teachers can take the times of a bell schedule for their timetable.</p>
      )}
      <ul className="grid gap-1.5">
        {schedules.map((schedule) => {
          const { id, name, rows } = schedule
          const isOpen = id === open
          return (
            <li key={id} className="rounded-card border border-line bg-surface">
              <button
                type="button"
                aria-expanded={isOpen}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-3 rounded-card px-3.5 py-1.5 text-left hover:text-brand"
                onClick={() => setOpen(isOpen ? null : id)}
              >
                <b className="min-w-0 flex-1 truncate font-semibold">{name.trim() || 'New bell schedule'}</b>
                <span className="text-label text-ink-soft">{rowsInWords(rows, timeFormat)}</span>
              </button>
              {isOpen && (
                <ScheduleFields
                  schedule={schedule}
                  onChange={(changed) => onChange(schedules.map((one) => (one.id === id ? changed : one)))}
                  onRemove={() => onChange(schedules.filter((one) => one.id !== id))}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
