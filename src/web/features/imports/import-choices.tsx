import { ArrowRight } from 'lucide-react'
import { useId, useMemo } from 'react'
import { addMonths } from '#shared/dates.ts'
import type { ColumnRole, Existing } from '#shared/imports/rules.ts'
import { schoolYearOf } from '#web/features/calendar/class-view/class-lines.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { SegmentedField } from '#web/ui/segmented.tsx'
import { movedTimeInWords, ROLES, withRole } from './import-words.ts'
import type { Import } from './use-import.ts'

const EXISTING: readonly { value: Existing; label: string }[] = [
  { value: 'both', label: 'Keep both' },
  { value: 'replace', label: 'Replace mine' },
  { value: 'keep', label: 'Keep mine' },
]
const ABOUT_EXISTING: Record<Existing, string> = {
  both: 'Yours stays, and the new one comes in beside it.',
  replace: 'The new one takes the place of yours. Undo brings yours back.',
  keep: 'Yours stays, and the new one is left out.',
}
const ALL_DAY = [
  { value: 'guess', label: 'Guess' },
  { value: 'dayOff', label: 'Days off' },
  { value: 'note', label: 'Notes' },
  { value: 'leaveOut', label: 'Leave out' },
] as const

type Columns = NonNullable<Import['preview']>['columns']

/** The meaning of each column of a spreadsheet. */
const ColumnChoices = ({
  columns,
  aboutTimes,
  onChange,
}: {
  columns: Columns
  aboutTimes: string
  onChange: (roles: readonly ColumnRole[]) => void
}) => {
  const id = useId()
  const roles = columns.map(({ role }) => role)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div role="group" aria-labelledby={id} className="grid gap-1.5">
      <span id={id} className="text-caption font-semibold text-ink-soft">
        Columns
      </span>
      <ul className="grid gap-1">
        {columns.map(({ header, role, sample }, place) => {
          const name = header || sample || `Column ${place + 1}`
          return (
            <li
              key={place}
              className="grid grid-cols-[minmax(0,110px)_20px_minmax(0,1fr)] items-center gap-x-1 small:grid-cols-[minmax(0,30%)_20px_minmax(0,1fr)]"
            >
              <span aria-hidden="true" className="truncate font-mono text-small" title={sample}>
                {name}
              </span>
              <ArrowRight aria-hidden="true" className="size-3.5 text-ink-soft" />
              <Select
                className="[&>select]:h-[34px]! touch:[&>select]:h-11!"
                aria-label={`Column ${name}`}
                value={role}
                onChange={({ target }) => onChange(withRole(roles, place, target.value as ColumnRole))}
              >
                {ROLES.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </li>
          )
        })}
      </ul>
      {aboutTimes && <p className="text-caption text-ink-soft">{aboutTimes}</p>}
    </div>
  )
}

/** The school years of an archive that come in. */
const YearChoice = ({ range, onChange }: { range: Import['range']; onChange: (range: Import['range']) => void }) => {
  const { from: thisYear } = schoolYearOf(useToday(useUser().timezone))
  const years = [12, 0, -12, -24, -36].map((months) => schoolYearOf(addMonths(thisYear, months)))
  return (
    <Field label="School year">
      {(wiring) => (
        <Select
          {...wiring}
          value={range?.from ?? ''}
          onChange={({ target }) => onChange(years.find(({ from }) => from === target.value) ?? null)}
        >
          <option value="">All years</option>
          {years.map(({ from, to }) => (
            <option key={from} value={from}>
              {`${from.slice(0, 4)} – ${to.slice(2, 4)}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

/** The choices for the file or text: its columns, how its days come in, and lessons that are there already. */
export const ImportChoices = ({ bring }: { bring: Import }) => {
  const { source, given, preview, existing, setExisting, allDay, setAllDay, range, setRange, weekOf, setWeekOf, setRoles } = bring
  const entries = preview?.entries
  const aboutTimes = useMemo(() => (given?.kind === 'csv' && entries ? movedTimeInWords(entries, given.content) : ''), [given, entries])
  if (!given) return null
  return (
    <>
      {source === 'csv' && preview && preview.columns.length > 0 && (
        <ColumnChoices columns={preview.columns} aboutTimes={aboutTimes} onChange={setRoles} />
      )}
      {preview?.needsWeek && (
        <div className="grid gap-1.5">
          <DateField label="Which week?" value={weekOf} onChange={setWeekOf} />
          <p className="text-caption text-ink-soft">There are weekdays here, but no dates.</p>
        </div>
      )}
      {source === 'ics' && <SegmentedField label="All-day events come in as" value={allDay} options={ALL_DAY} onChange={setAllDay} />}
      {source === 'firstbell' && <YearChoice range={range} onChange={setRange} />}
      <div className="grid gap-1.5">
        <SegmentedField label="Where a lesson is there already" value={existing} options={EXISTING} onChange={setExisting} />
        <p className="text-caption text-ink-soft">{ABOUT_EXISTING[existing]}</p>
      </div>
    </>
  )
}
