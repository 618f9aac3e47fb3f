import { ChevronDown, ChevronUp, Pencil } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import type { MarkRow } from '#web/features/calendar/model/mark-rows.ts'
import type { MarkKind } from '#web/features/calendar/model/marks.ts'
import { spanWords } from '#web/lib/span-words.ts'
import { Button, IconButton } from '#web/ui/button.tsx'

const OPEN = <ChevronDown className="size-4" />
const SHUT = <ChevronUp className="size-4" />
const PENCIL = <Pencil className="size-3.5" />
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

type Change = (row: Pick<MarkRow, 'from' | 'to' | 'text'>) => void
type RowProps = {
  kind: MarkKind
  row: MarkRow
  /** True if another row of the list has a button to expand it, which keeps its place in all of them. */
  hasBreaks: boolean
  onEdit: Change | undefined
  onRemove: ((event: MouseEvent, row: Parameters<Change>[0]) => void) | undefined
}

const RowWords = ({ row: { from, to, dates, text } }: { row: MarkRow }) => (
  <span className="min-w-0 flex-1">
    <b className="block font-semibold tabular">{spanWords({ from, to })}</b>
    <span className="line-clamp-2 text-caption whitespace-pre-line text-ink-soft">
      {dates.length > 1 ? `${dates.length} days: ${text}` : text}
    </span>
  </span>
)

/** A date, or a break that expands into its days. Pressing it edits it. */
const Row = ({ kind, row, hasBreaks, onEdit, onRemove }: RowProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const { dates, text } = row
  const words = spanWords(row)
  const isBreak = dates.length > 1
  return (
    <li className="py-0.5 pr-1 pl-0.5">
      <div className="flex items-center gap-1">
        {onEdit ? (
          <button
            type="button"
            className="group flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-lg px-2.5 py-1 text-left transition-colors duration-150 hover:bg-sunken"
            onClick={() => onEdit(row)}
          >
            <RowWords row={row} />
            <span className="text-ink-soft group-hover:text-ink">
              {PENCIL}
              <span className="sr-only">Edit</span>
            </span>
          </button>
        ) : (
          <span className="flex min-w-0 flex-1 px-2.5 py-1">
            <RowWords row={row} />
          </span>
        )}
        {hasBreaks && !isBreak && <span className="w-[34px] shrink-0 touch:w-11" />}
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
          <Button
            variant="ghost"
            size="sm"
            aria-label={`${isBreak ? WORDS[kind].removeAll : WORDS[kind].remove} ${words}`}
            onClick={(event) => onRemove(event, row)}
          >
            {kind === 'note' ? 'Remove' : 'Unblock'}
          </Button>
        )}
      </div>
      {isBreak && isOpen && (
        <ul aria-label={words} className="mt-1 ml-2.5 border-l border-line pl-1">
          {dates.map((date) => (
            <Row key={date} kind={kind} row={{ from: date, to: date, dates: [date], text }} {...{ hasBreaks, onEdit, onRemove }} />
          ))}
        </ul>
      )}
    </li>
  )
}

type RowsProps = Omit<RowProps, 'row' | 'hasBreaks'> & { label: string; rows: readonly MarkRow[] }

const Rows = ({ label, rows, ...rest }: RowsProps) => (
  <ul aria-label={label} className="grid divide-y divide-line rounded-control border border-line">
    {rows.map((row) => (
      <Row key={row.from} row={row} hasBreaks={rows.some(({ dates }) => dates.length > 1)} {...rest} />
    ))}
  </ul>
)

type ManageListProps = {
  kind: MarkKind
  rows: readonly MarkRow[]
  today: string
  onEdit?: Change | undefined
  onRemove?: Change | undefined
}

/** Lists the blocked dates, or the dates with a note. Each break is one row. Past dates are folded. */
export const ManageList = ({ kind, rows, today, onEdit, onRemove }: ManageListProps) => {
  const { title, empty, badge } = WORDS[kind]
  const heading = useRef<HTMLHeadingElement>(null)
  const [isPastShown, setIsPastShown] = useState(false)
  const coming = rows.filter(({ to }) => to >= today)
  // The latest first.
  const past = rows.filter(({ to }) => to < today).reverse()

  const press = ({ currentTarget }: MouseEvent, row: Parameters<Change>[0]) => {
    // Focus would be lost when the row is removed, so move it within the list first.
    const item = currentTarget.closest('li')
    // Removing one day splits a break into two rows, and the expanded row disappears.
    const near = item?.parentElement?.closest('li') ? null : (item?.nextElementSibling ?? item?.previousElementSibling)
    const next = near?.querySelector('button') ?? heading.current
    next?.focus()
    onRemove?.(row)
  }
  const actions = { kind, onEdit, onRemove: onRemove && press }

  return (
    <section className="grid content-start gap-1.5">
      <h4 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-text text-control font-semibold tracking-normal">
        {title}
        <span
          className={`rounded-full px-2 text-small leading-5 font-semibold tabular ${badge}`}
        >{`${coming.length}${past.length > 0 ? ' coming up' : ''}`}</span>
      </h4>
      {coming.length > 0 && <Rows label={title} rows={coming} {...actions} />}
      {coming.length === 0 && (
        <p className="rounded-control bg-sunken px-3 py-3 text-ink-soft">{past.length > 0 ? `${empty} coming up` : empty}</p>
      )}
      {past.length > 0 && (
        <Button
          variant="ghost"
          size="sm"
          icon={isPastShown ? SHUT : OPEN}
          aria-expanded={isPastShown}
          className="justify-self-start"
          onClick={() => setIsPastShown(!isPastShown)}
        >
          {`${past.length} past`}
          <span className="sr-only">{title}</span>
        </Button>
      )}
      {isPastShown && past.length > 0 && <Rows label={`Past ${title}`} rows={past} {...actions} />}
    </section>
  )
}
