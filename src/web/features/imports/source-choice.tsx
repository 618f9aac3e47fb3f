import { clsx } from 'clsx'
import { Archive, CalendarDays, ClipboardPaste, FileText } from 'lucide-react'
import { useId } from 'react'
import type { Source } from './read-source.ts'

const SOURCES: readonly { value: Source; label: string; about: string; Icon: typeof Archive }[] = [
  { value: 'ics', label: 'Calendar file', about: '.ics from Google, Outlook, Apple', Icon: CalendarDays },
  { value: 'csv', label: 'Spreadsheet', about: 'Paste rows, or a .csv file', Icon: ClipboardPaste },
  { value: 'text', label: 'Word or Docs text', about: 'One heading per day: paste, or a .docx file', Icon: FileText },
  { value: 'firstbell', label: 'Another Firstbell account', about: 'The .zip from Export My Data', Icon: Archive },
]

/** Chooses where the lessons come from. */
export const SourceChoice = ({ value, onChange }: { value: Source; onChange: (source: Source) => void }) => {
  const name = useId()
  return (
    <fieldset className="grid min-w-0 gap-1.5 small:not-phone:grid-cols-2">
      <legend className="sr-only">Source</legend>
      {SOURCES.map(({ value: source, label, about, Icon }) => {
        const isChosen = source === value
        return (
          <label
            key={source}
            className={clsx(
              'relative flex min-h-12 items-center gap-3 rounded-card border px-3 py-1.5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
              isChosen ? 'border-brand bg-brand-soft text-brand' : 'border-line-control bg-surface hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name={name}
              value={source}
              checked={isChosen}
              onChange={() => onChange(source)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-card outline-none"
            />
            <Icon aria-hidden="true" className={clsx('size-[18px] shrink-0', !isChosen && 'text-ink-soft')} />
            <span className="min-w-0">
              <b className="block text-control leading-snug font-semibold">{label}</b>
              <span className="block text-caption leading-snug text-ink-soft">{about}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
