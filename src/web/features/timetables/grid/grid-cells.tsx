import { clsx } from 'clsx'
import { formatTimes, minutesOf } from '#shared/dates.ts'
import type { GridClass, GridRow, Times } from '#web/features/timetables/model/grid.ts'

type CellProps = {
  place: string
  name: string
  isActive: boolean
  /** The text being typed, or null. */
  typed: string | null
  onType: (typed: string) => void
  onLeave: () => void
}

const CellInput = ({ name, typed, onType, onLeave }: Pick<CellProps, 'name' | 'onType' | 'onLeave'> & { typed: string }) => (
  <input
    // biome-ignore lint/a11y/noAutofocus: the teacher has just started to type into this cell
    autoFocus
    aria-label={name}
    autoComplete="off"
    maxLength={100}
    value={typed}
    onFocus={({ currentTarget }) => currentTarget.setSelectionRange(typed.length, typed.length)}
    onChange={({ target }) => onType(target.value)}
    onBlur={onLeave}
  />
)

const cellProps = ({ place, name, isActive, typed }: CellProps, content: string) => ({
  role: 'gridcell',
  'data-cell': place,
  'data-editing': typed === null ? undefined : '',
  'aria-label': `${name}: ${content || 'empty'}`,
  tabIndex: isActive && typed === null ? 0 : -1,
})

const timesOf = ({ startTime, endTime }: Times, timeFormat: '12' | '24'): string =>
  startTime === '' || endTime === '' ? '' : formatTimes({ startTime, endTime }, timeFormat).replace(/\u00a0[AP]M/g, '')

type TimeCellProps = CellProps & { row: GridRow; was: Times | undefined; timeFormat: '12' | '24' }

/** The times of a row, with their length, or with the times that they replace. */
export const TimeCell = ({ row, was, timeFormat, ...cell }: TimeCellProps) => {
  const { startTime, endTime } = row
  const isChanged = was !== undefined && (was.startTime !== startTime || was.endTime !== endTime)
  const isTimed = startTime !== '' && endTime !== ''
  return (
    <td {...cellProps(cell, timesOf(row, timeFormat))} data-changed={isChanged || undefined} className="tt-times">
      {cell.typed === null ? (
        <>
          <span>{timesOf(row, timeFormat) || 'Times'}</span>
          {isChanged ? <s>{timesOf(was, timeFormat)}</s> : isTimed && <small>{minutesOf(endTime) - minutesOf(startTime)} min</small>}
        </>
      ) : (
        <CellInput {...cell} typed={cell.typed} />
      )}
    </td>
  )
}

type ClassCellProps = CellProps & { one: GridClass | undefined; was: string | undefined; isToday: boolean }

/** The class at a time on a day, or an empty cell. `was` is the class that it replaces. */
export const ClassCell = ({ one, was, isToday, ...cell }: ClassCellProps) => (
  <td {...cellProps(cell, one?.name ?? '')} data-today={isToday || undefined} data-changed={was !== undefined || undefined}>
    {cell.typed === null ? (
      <span className={clsx('tt-class', one && `h${one.color}`)}>
        <span>{one?.name}</span>
        {was !== undefined && <small>{was === '' ? 'new' : `was ${was}`}</small>}
      </span>
    ) : (
      <CellInput {...cell} typed={cell.typed} />
    )}
  </td>
)
