import { CornerDownRight, Minus, Plus } from 'lucide-react'
import { type ClipboardEvent, type CSSProperties, type MouseEvent, useState } from 'react'
import { formatTimes } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import type { Rhythm } from '#shared/timetables/contract.ts'
import {
  classesIn,
  type Grid,
  type GridClass,
  typedCell,
  withCell,
  withFullRow,
  withoutRow,
  withRow,
  withTimes,
} from '#web/features/timetables/model/grid.ts'
import { dayHeading } from '#web/features/timetables/model/timetable-draft.ts'
import { pastedCells } from '#web/features/timetables/paste/cells.ts'
import { counted } from '#web/lib/counted.ts'
import { isMac } from '#web/lib/platform.ts'
import { newUuid } from '#web/lib/uuid.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { ClassCell, TimeCell } from './grid-cells.tsx'
import { isWeek, withPastedCells } from './pasting.ts'
import { timesAfter, timesFrom } from './typed-times.ts'
import { type Place, useGridKeys } from './use-grid-keys.ts'
import './timetable.css'

export type GridEditing = {
  grid: Grid
  /** The calendar's classes. */
  known: readonly GridClass[]
  kind: Rhythm['kind']
  /** Number of the rhythm's days. */
  days: number
  timeFormat: '12' | '24'
  /** The column of today, from 1. */
  today?: number | undefined
  /** The timetable before the change, if the grid changes one. */
  before?: Grid | undefined
  onChange: (change: (grid: Grid) => Grid) => void
  /** Called with pasted text that is a whole week. */
  onPasteWeek: (text: string) => void
}

/** What is under the grid: rows to add, and what can be done with the current cell. */
const GridFoot = ({ active, onFill, ...editing }: GridEditing & { active: Place; onFill: () => void }) => {
  const { grid, known, days, onChange } = editing
  const row = grid.rows[active.row]
  const filled = row && classesIn(grid, known).find(({ id }) => id === row.cells[active.column])
  const canFill = filled && row.cells.slice(0, days).some((id) => id === null)
  return (
    <div className="flex min-h-[38px] flex-wrap items-center gap-x-1 px-1.5 py-0.5">
      <Button
        variant="ghost"
        size="sm"
        icon={<Plus className="size-[15px]" />}
        disabled={grid.rows.length >= MAX.timetableRows}
        onClick={() => onChange((now) => withRow(now, timesAfter(now.rows)))}
      >
        Add a row
      </Button>
      {grid.rows.length > 1 && (
        <Button
          variant="ghost"
          size="sm"
          icon={<Minus className="size-[15px]" />}
          onClick={() => onChange((now) => withoutRow(now, active.row))}
        >
          Remove row {active.row + 1}
        </Button>
      )}
      <span className="flex-1" />
      {canFill ? (
        <Button variant="ghost" size="sm" className="text-brand!" icon={<CornerDownRight className="size-[15px]" />} onClick={onFill}>
          {filled.name} on every day
          <span className="font-normal text-ink-soft touch:hidden">{isMac ? '⌘' : 'Ctrl'} + Enter</span>
        </Button>
      ) : (
        <span className="px-2 text-caption text-ink-soft">
          <span className="touch:hidden">Type a class and press Tab. Pasted cells land where you are.</span>
          <span className="hidden touch:inline">Press a cell to type its class.</span>
        </span>
      )}
    </div>
  )
}

const placeOf = (target: EventTarget): Place | null => {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined
  const [row, column] = (place ?? '').split(' ').map(Number)
  return row === undefined || column === undefined ? null : { row, column }
}

const NOT_TIMES = { title: 'Those aren’t times', description: 'Type them like 8:20-9:05.', tone: 'destructive' } as const

/** Returns what the grid does with typed and pasted text. */
const useGridEditing = ({ grid, known, days, timeFormat, onChange, onPasteWeek }: GridEditing) => {
  const all = new Map(classesIn(grid, known).map((one) => [one.id, one]))
  const textAt = ({ row, column }: Place): string => {
    const one = grid.rows[row]
    if (column >= 0) return all.get(one?.cells[column] ?? '')?.name ?? ''
    return one && one.startTime !== '' && one.endTime !== '' ? formatTimes(one, timeFormat) : ''
  }
  const onType = ({ row, column }: Place, typed: string): boolean => {
    if (column >= 0) {
      onChange((now) => typedCell(now, known, { row, column, typed, newId: newUuid }))
      return true
    }
    const times = typed.trim() === '' ? { startTime: '', endTime: '' } : timesFrom(typed, grid.rows, row)
    if (times) onChange((now) => withTimes(now, row, times))
    else showToast(NOT_TIMES)
    return times !== null
  }
  const onEmpty = ({ row, column }: Place): void =>
    onChange((now) => (column < 0 ? withTimes(now, row, { startTime: '', endTime: '' }) : withCell(now, row, column, null)))
  const onFill = ({ row, column }: Place): void => onChange((now) => withFullRow(now, row, column, days))
  const paste = (text: string, at: Place): void => {
    const { cells, problem } = pastedCells(text)
    if (problem !== null) showToast({ title: 'Nothing was pasted', description: problem, tone: 'destructive' })
    else if (isWeek(cells)) onPasteWeek(text)
    else onChange((now) => withPastedCells(now, known, cells, { ...at, days }, newUuid))
  }
  return { all, textAt, onType, onEmpty, onFill, paste }
}

const GridHead = ({ grid, kind, days, today }: Pick<GridEditing, 'grid' | 'kind' | 'days' | 'today'>) => (
  <thead>
    <tr>
      <th scope="col">Time</th>
      {Array.from({ length: days }, (_, column) => {
        const lessons = grid.rows.filter(({ cells }) => cells[column] !== null).length
        return (
          <th key={column} scope="col" data-today={today === column + 1 || undefined}>
            <b>{dayHeading(kind, column + 1)}</b>
            {today === column + 1 ? (
              <small>Today</small>
            ) : (
              days <= 6 && <small className="phone:hidden">{counted(lessons, 'lesson')}</small>
            )}
          </th>
        )
      })}
    </tr>
  </thead>
)

/** Returns a function that names the class that a cell had before the change, '' for none, or returns undefined if it's the same. */
const wasIn = ({ grid, before, known }: GridEditing) => {
  const oldNames = new Map((before ? classesIn(before, known) : []).map(({ id, name }) => [id, name]))
  return (row: number, column: number): string | undefined => {
    if (!before) return undefined
    const one = grid.rows[row]
    const [old, now] = [before.rows[one?.was ?? -1]?.cells[column] ?? null, one?.cells[column] ?? null]
    return old === now ? undefined : (oldNames.get(old ?? '') ?? '')
  }
}

/** The timetable as a spreadsheet: rows are times, and columns are days. */
export const GridTable = (editing: GridEditing) => {
  const { grid, kind, days, timeFormat, today, before } = editing
  const { all, textAt, onType, onEmpty, onFill, paste } = useGridEditing(editing)
  const keys = useGridKeys({ rows: grid.rows.length, columns: days, textAt, onType, onEmpty, onFill })
  const { active, editing: cell } = keys
  const [isTouch, setIsTouch] = useState(false)
  const was = wasIn(editing)
  const cellOf = (row: number, column: number, name: string) => ({
    place: `${row} ${column}`,
    name,
    isActive: active.row === row && active.column === column,
    typed: cell?.row === row && cell.column === column ? cell.typed : null,
    onType: keys.type,
    onLeave: () => void keys.commit(),
  })
  const press = ({ target, detail }: MouseEvent): void => {
    const at = placeOf(target)
    if (!at || target instanceof HTMLInputElement) return
    if (isTouch || detail > 1) keys.edit(at)
    else keys.go(at)
  }
  const pasteHere = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain')
    // A single word goes into the text field like any other.
    if (cell && !/[\t\n]/.test(text)) return
    event.preventDefault()
    paste(text, active)
  }
  const copy = (event: ClipboardEvent): void => {
    if (cell) return
    event.clipboardData.setData('text/plain', textAt(active))
    event.preventDefault()
  }
  return (
    <div className="tt-scroll" style={{ '--days': days } as CSSProperties}>
      <table
        ref={keys.table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with the keys of a grid
        role="grid"
        aria-label={kind === 'cycle' ? `Your ${days} days` : 'Your week'}
        className="tt-grid"
        onKeyDown={keys.handleKey}
        onPointerDown={({ pointerType }) => setIsTouch(pointerType === 'touch')}
        onClick={press}
        onPaste={pasteHere}
        onCopy={copy}
      >
        <colgroup>
          <col />
          <col span={days} />
        </colgroup>
        <GridHead grid={grid} kind={kind} days={days} today={today} />
        <tbody>
          {grid.rows.map((row, place) => (
            <tr key={place}>
              <TimeCell
                {...cellOf(place, -1, `Times of row ${place + 1}`)}
                row={row}
                was={before?.rows[row.was ?? -1]}
                timeFormat={timeFormat}
              />
              {row.cells.slice(0, days).map((id, column) => (
                <ClassCell
                  key={column}
                  {...cellOf(place, column, `${dayHeading(kind, column + 1)}, row ${place + 1}`)}
                  one={all.get(id ?? '')}
                  was={was(place, column)}
                  isToday={today === column + 1}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="sticky left-0 border-t border-line">
        <GridFoot {...editing} active={active} onFill={() => onFill(active)} />
      </div>
    </div>
  )
}
