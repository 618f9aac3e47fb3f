import { Plus, X } from 'lucide-react'
import { MAX } from '#shared/limits.ts'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { classesIn, type FixedRow, type Grid, type GridClass, listedClasses } from '#web/features/timetables/model/grid.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** Returns the classes that a fixed weekday replaces, in words. */
const insteadOf = ({ rows }: Grid, { startTime, endTime, classId }: FixedRow, names: ReadonlyMap<string, string>, days: number): string => {
  const ids = rows
    .filter((row) => row.startTime !== '' && row.startTime < endTime && startTime < row.endTime)
    .flatMap(({ cells }) => cells.slice(0, days).filter((id) => id !== null && id !== classId))
  const replaced = [...new Set(ids)].flatMap((id) => names.get(id ?? '') ?? [])
  return replaced.length === 0 ? '' : `instead of ${replaced.length > 2 ? 'other classes' : replaced.join(' or ')}, `
}

type FixedLessonProps = {
  row: FixedRow
  instead: string
  classes: readonly GridClass[]
  timeFormat: '12' | '24'
  onChange: (change: Partial<FixedRow>) => void
  onRemove: () => void
}

const FixedLesson = ({ row, instead, classes, timeFormat, onChange, onRemove }: FixedLessonProps) => (
  <div className="flex flex-wrap items-center gap-2 rounded-control border border-line bg-surface p-2 text-label">
    <b className="font-semibold">Every</b>
    <Select
      aria-label="Weekday"
      className="w-[132px]"
      value={row.weekday}
      onChange={({ target }) => onChange({ weekday: Number(target.value) })}
    >
      {WEEKDAYS.map((name, at) => (
        <option key={name} value={at + 1}>
          {name}
        </option>
      ))}
    </Select>
    <TimeInput
      aria-label="Start"
      className="w-[104px]"
      timeFormat={timeFormat}
      value={row.startTime}
      onChange={(startTime) => onChange({ startTime })}
    />
    <TimeInput
      aria-label="End"
      className="w-[104px]"
      timeFormat={timeFormat}
      after={row.startTime}
      value={row.endTime}
      onChange={(endTime) => onChange({ endTime })}
    />
    <Select aria-label="Class" className="w-[180px]" value={row.classId} onChange={({ target }) => onChange({ classId: target.value })}>
      {classes.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
    <span className="min-w-0 flex-1 text-ink-soft">{instead}whatever the day number</span>
    <IconButton label="Remove this fixed weekday" variant="ghost" onClick={onRemove}>
      <X className="size-4" />
    </IconButton>
  </div>
)

type FixedRowsProps = {
  grid: Grid
  known: readonly GridClass[]
  days: number
  timeFormat: '12' | '24'
  onChange: (change: (grid: Grid) => Grid) => void
}

/** Classes that are tied to a weekday, whatever the number of the day. */
export const FixedRows = ({ grid, known, days, timeFormat, onChange }: FixedRowsProps) => {
  const classes = listedClasses(grid, known, days)
  const names = new Map(classesIn(grid, known).map(({ id, name }) => [id, name]))
  const put = (place: number, change: Partial<FixedRow>) =>
    onChange((now) => ({ ...now, fixed: now.fixed.map((row, at) => (at === place ? { ...row, ...change } : row)) }))
  const [first] = classes
  const add = () =>
    first &&
    onChange((now) => {
      const { startTime = '09:00', endTime = '09:45' } = now.rows.find((row) => row.startTime !== '') ?? {}
      return { ...now, fixed: [...now.fixed, { weekday: 3, startTime, endTime, classId: first.id }] }
    })
  return (
    <div className="mt-1.5 grid gap-1.5">
      {grid.fixed.map((row, place) => (
        <FixedLesson
          key={place}
          row={row}
          instead={insteadOf(grid, row, names, days)}
          classes={classes}
          timeFormat={timeFormat}
          onChange={(change) => put(place, change)}
          onRemove={() => onChange((now) => ({ ...now, fixed: now.fixed.filter((_, at) => at !== place) }))}
        />
      ))}
      {grid.fixed.length < MAX.fixedLessons && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start text-brand!"
          icon={<Plus className="size-[15px]" />}
          disabled={!first}
          onClick={add}
        >
          Add a fixed weekday
        </Button>
      )}
    </div>
  )
}
