import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { addDays, addMonths, mondayOf, monthOf, rangeInWords } from '#shared/dates.ts'
import type { FileFormat } from '#shared/export/rules.ts'
import { schoolYearOf } from '#web/features/calendar/class-view/class-lines.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import type { PlannerAddress } from '#web/features/calendar/navigation/planner-url.ts'
import { usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useClasses } from '#web/features/classes/data.ts'
import { downloadLessons } from '#web/features/export/data.ts'
import { useUser } from '#web/features/people/data.ts'
import { type Range, rangeProblem } from '#web/features/print/print-range.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { ChoiceCards } from '#web/ui/choices/choice-cards.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { ActionDialog } from '#web/ui/form-dialog.tsx'
import { SegmentedField } from '#web/ui/segmented.tsx'

const FILE = <FileDown className="size-4" />
const WHATS = [
  { value: 'week', label: 'The week on screen' },
  { value: 'dates', label: 'Dates' },
  { value: 'year', label: 'The year on screen' },
] as const
type What = (typeof WHATS)[number]['value']

const FORMATS: readonly { value: FileFormat; label: string; about: string }[] = [
  { value: 'docx', label: 'Word (.docx)', about: 'Headings and tables to work on' },
  { value: 'pdf', label: 'PDF', about: 'Pages to print or send' },
  { value: 'csv', label: 'Spreadsheet (.csv)', about: 'For Excel, Sheets and Numbers' },
  { value: 'md', label: 'Markdown (.md)', about: 'Plain text with headings' },
  { value: 'ics', label: 'Calendar file (.ics)', about: 'A copy for Google, Outlook or Apple' },
]

/** Returns the dates of a choice. Dates that the teacher chose start as the month on screen. */
const rangeOf = (what: What, { date }: Pick<PlannerAddress, 'date'>, typed: Range | undefined): Range => {
  if (what === 'week') return { from: mondayOf(date), to: addDays(mondayOf(date), 4) }
  if (what === 'year') return schoolYearOf(date)
  return typed ?? { from: monthOf(date), to: addDays(addMonths(monthOf(date), 1), -1) }
}

const VIEW_WHATS = { week: 'week', day: 'week', month: 'dates', class: 'year' } as const

/** Downloads lessons of a week, a class, a range of dates or a school year as a file of another program. */
export const TakeDialog = ({ onClose }: { onClose: () => void }) => {
  const shown = usePlannerAddress(useToday(useUser().timezone))
  const classes = useClasses()
  const [what, setWhat] = useState<What>(VIEW_WHATS[shown.view])
  const [typed, setTyped] = useState<Range>()
  const [classId, setClassId] = useState(shown.classId ?? '')
  const [format, setFormat] = useState<FileFormat>('docx')
  const range = rangeOf(what, shown, typed)
  const problem = rangeProblem(range)
  const exportAll = () => {
    onClose()
    runCommand('export')
  }
  return (
    <ActionDialog
      size="md"
      title="Take it with you"
      description="Your lessons as a file for other programs. Student notes are never in it."
      submitLabel="Download"
      submitLook={{ icon: FILE }}
      isReady={problem === null}
      missing={problem ?? undefined}
      call={() => downloadLessons({ ...range, format, ...(classId && { classId }) })}
      messages={{
        done: () => ({ title: 'Your download has started', description: rangeInWords(range) }),
        failed: (reason) => ({ title: 'Failed to make the file', description: reason }),
      }}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <div className="grid gap-2">
          <SegmentedField label="What to take" value={what} options={WHATS} onChange={setWhat} />
          {what === 'dates' ? (
            <div className="grid grid-cols-2 gap-2 max-[360px]:grid-cols-1">
              <DateField label="From" value={range.from} onChange={(from) => setTyped({ ...range, from })} />
              <DateField label="To" value={range.to} onChange={(to) => setTyped({ ...range, to })} />
            </div>
          ) : (
            <p className="text-label text-ink-soft">{rangeInWords(range)}</p>
          )}
        </div>
        {classes.length > 0 && (
          <Field label="Lessons">
            {(wiring) => (
              <Select {...wiring} value={classId} onChange={({ target }) => setClassId(target.value)}>
                <option value="">All lessons</option>
                {classes.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <ChoiceCards legend="As" value={format} choices={FORMATS} onChange={setFormat} />
        <p className="border-t border-line pt-3 text-label text-ink-soft">
          For everything at once, or to move to another account:{' '}
          <button type="button" className="rounded-control font-semibold text-brand hover:underline touch:min-h-11" onClick={exportAll}>
            Export my data
          </button>
        </p>
      </div>
    </ActionDialog>
  )
}
