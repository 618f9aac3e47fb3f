import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import type { MarkRow } from '#web/features/calendar/model/mark-rows.ts'
import type { MarkKind } from '#web/features/calendar/model/marks.ts'
import { IconButton } from '#web/ui/button.tsx'
import { spanWords } from './mark-saves.ts'

const OPEN = <ChevronDown className="size-4" />
const SHUT = <ChevronUp className="size-4" />
const BIN = <Trash2 className="size-4" />
const WORDS = {
  'block-out': {
    title: 'Blocked Dates',
    empty: 'No blocked dates',
    remove: 'Unblock',
    removeAll: 'Unblock',
    badge: 'bg-blocked-soft text-blocked',
  },
  note: {
    title: 'Note Dates',
    empty: 'No note dates',
    remove: 'Remove note from',
    removeAll: 'Remove notes from',
    badge: 'bg-note-soft text-note',
  },
} as const satisfies Record<MarkKind, unknown>

type Remove = (row: Pick<MarkRow, 'from' | 'to' | 'text'>) => void
type RowProps = { kind: MarkKind; row: MarkRow; onRemove: ((event: MouseEvent, row: Parameters<Remove>[0]) => void) | undefined }

/** A date, or a break that expands into its days. */
const Row = ({ kind, row, onRemove }: RowProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const { dates, text } = row
  const words = spanWords(row)
  const isBreak = dates.length > 1
  return (
    <li className="py-1 pr-1 pl-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1">
          <b className="block font-semibold tabular">{words}</b>
          <span className="line-clamp-2 text-caption whitespace-pre-line text-ink-soft">
            {isBreak ? `${dates.length} days: ${text}` : text}
          </span>
        </span>
        {isBreak && (
          <IconButton
            variant="ghost"
            label={isOpen ? `Hide dates for ${words}` : `Show dates for ${words}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? SHUT : OPEN}
          </IconButton>
        )}
        {onRemove && (
          <IconButton
            variant="danger"
            label={`${isBreak ? WORDS[kind].removeAll : WORDS[kind].remove} ${words}`}
            onClick={(event) => onRemove(event, row)}
          >
            {BIN}
          </IconButton>
        )}
      </div>
      {isBreak && isOpen && (
        <ul aria-label={words} className="mt-1 border-l border-line pl-2">
          {dates.map((date) => (
            <Row key={date} kind={kind} row={{ from: date, to: date, dates: [date], text }} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </li>
  )
}

type ManageListProps = { kind: MarkKind; rows: readonly MarkRow[]; onRemove: Remove | undefined }

/** Lists the blocked dates, or the dates with a note. Each break is one row. */
export const ManageList = ({ kind, rows, onRemove }: ManageListProps) => {
  const { title, empty, badge } = WORDS[kind]
  const heading = useRef<HTMLHeadingElement>(null)

  const press = ({ currentTarget }: MouseEvent, row: Parameters<Remove>[0]) => {
    // Focus would be lost when the row is removed, so move it within the list first.
    const item = currentTarget.closest('li')
    // Removing one day splits a break into two rows, and the expanded row disappears.
    const near = item?.parentElement?.closest('li') ? null : (item?.nextElementSibling ?? item?.previousElementSibling)
    const next = near?.querySelector('button') ?? heading.current
    next?.focus()
    onRemove?.(row)
  }

  return (
    <section className="grid content-start gap-1.5">
      <h4 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-text text-control font-semibold tracking-normal">
        {title}
        <span className={`rounded-full px-2 text-small leading-5 font-semibold tabular ${badge}`}>
          {rows.reduce((sum, { dates }) => sum + dates.length, 0)}
        </span>
      </h4>
      {rows.length === 0 ? (
        <p className="rounded-control bg-sunken px-3 py-3 text-ink-soft">{empty}</p>
      ) : (
        <ul aria-label={title} className="grid divide-y divide-line rounded-control border border-line">
          {rows.map((row) => (
            <Row key={row.from} kind={kind} row={row} onRemove={onRemove && press} />
          ))}
        </ul>
      )}
    </section>
  )
}
