import { Trash2 } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import type { DayMark } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { type MarkKind, markText } from '#web/features/calendar/model/marks.ts'
import { IconButton } from '#web/ui/button.tsx'

const BIN = <Trash2 aria-hidden="true" className="size-4" />
const WORDS = {
  'block-out': {
    title: 'Blocked Dates',
    empty: 'No blocked dates',
    remove: 'Remove the block-out of',
    badge: 'bg-blocked-soft text-blocked',
  },
  note: { title: 'Note Dates', empty: 'No note dates', remove: 'Remove the note of', badge: 'bg-note-soft text-note' },
} as const satisfies Record<MarkKind, unknown>

type ManageListProps = { kind: MarkKind; marks: readonly DayMark[]; onRemove: ((date: string, text: string) => void) | undefined }

/** The dates that are blocked out, or those that have a note. */
export const ManageList = ({ kind, marks, onRemove }: ManageListProps) => {
  const { title, empty, remove, badge } = WORDS[kind]
  const heading = useRef<HTMLHeadingElement>(null)

  const press = ({ currentTarget }: MouseEvent, date: string, text: string) => {
    // The row goes, and the focus with it: it stays in the list.
    const row = currentTarget.closest('li')
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button') ?? heading.current
    next?.focus()
    onRemove?.(date, text)
  }

  return (
    <section className="grid content-start gap-1.5">
      <h4 ref={heading} tabIndex={-1} className="flex items-center gap-2 font-text text-control font-semibold tracking-normal">
        {title}
        <span className={`rounded-full px-2 text-small leading-5 font-semibold tabular ${badge}`}>{marks.length}</span>
      </h4>
      {marks.length === 0 ? (
        <p className="rounded-control bg-sunken px-3 py-3 text-ink-soft">{empty}</p>
      ) : (
        <ul
          aria-label={title}
          className="grid max-h-[196px] small:max-h-[32dvh] divide-y divide-line overflow-y-auto rounded-control border border-line"
        >
          {marks.map((mark) => {
            const date = formatDay(mark.date, 'medium')
            const text = markText(mark, kind) ?? ''
            return (
              <li key={mark.date} className="flex items-center gap-2 py-1 pr-1 pl-3">
                <span className="min-w-0 flex-1">
                  <b className="block font-semibold tabular">{date}</b>
                  <span className="line-clamp-2 text-caption whitespace-pre-line text-ink-soft">{text}</span>
                </span>
                {onRemove && (
                  <IconButton variant="danger" label={`${remove} ${date}`} onClick={(event) => press(event, mark.date, text)}>
                    {BIN}
                  </IconButton>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
