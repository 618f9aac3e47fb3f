import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { addDays, formatDay, isDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { DateField } from '#web/features/calendar/navigation/date-field.tsx'
import { DayToggles } from '#web/features/calendar/navigation/day-toggles.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { lastDayOf, type OnConflict, SPANS } from './repeat-plan.ts'
import { ALL_WEEKDAYS, type RepeatSource, type SourceKey } from './repeat-source.ts'

export type Choices = {
  key: SourceKey
  withPlans: boolean
  weekdays: readonly number[]
  everyWeeks: 1 | 2
  /** A number of weeks, or the end date as typed. */
  until: number | string
  existing: OnConflict
}

/**
 * Returns the choices that change with the source. Lessons that replace others keep their texts by default, because titles alone would leave
 * the replaced lessons without any.
 */
export const choicesFor = ({ key, weekdays, withPlans }: RepeatSource, existing: OnConflict) => ({
  key,
  weekdays,
  withPlans: withPlans || existing === 'replace',
})

/** Returns the last date to repeat the lessons on, or '' if the typed date is incomplete. */
export const untilOf = ({ firstWeek }: RepeatSource, { until }: Choices): string => {
  if (typeof until === 'number') return lastDayOf(firstWeek, until)
  return isDay(until) ? until : ''
}

const EXISTING: readonly { value: OnConflict; label: string; hint: string }[] = [
  { value: 'keep', label: 'Keep mine', hint: 'Don’t change those days' },
  { value: 'add', label: 'Keep both', hint: 'Add these next to mine' },
  { value: 'replace', label: 'Replace mine', hint: 'Swap mine for these' },
]
const PLANS = [
  { value: 'titles', label: 'Titles only' },
  { value: 'plans', label: 'Titles and plans' },
] as const
const EVERY = [
  { value: '1', label: 'Weekly' },
  { value: '2', label: 'Every 2 weeks' },
] as const
/** Returns the weekday's name. November 16, 2026 is a Monday. */
const nameOf = (weekday: number): string => formatDay(addDays('2026-11-16', weekday - 1), 'weekdayLong')

const Group = ({ label, children }: { label: string; children: ReactNode }) => {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div role="group" aria-labelledby={id} className="grid content-start gap-1.5">
      <span id={id} className="text-caption font-semibold text-ink-soft">
        {label}
      </span>
      {children}
    </div>
  )
}

type RepeatChoicesProps = {
  sources: readonly RepeatSource[]
  source: RepeatSource
  choices: Choices
  onChange: (change: Partial<Choices>) => void
}

const SourceChoice = ({ sources, source, choices, onChange }: RepeatChoicesProps) => {
  const options = (label: string, kind: string) => {
    const own = sources.filter(({ key }) => key.split(' ')[0] === kind)
    return (
      own.length > 0 && (
        <optgroup label={label}>
          {own.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </optgroup>
      )
    )
  }
  return (
    <div className="grid gap-2">
      <Field label="What to repeat">
        {(wiring) => (
          <Select
            {...wiring}
            value={source.key}
            onChange={({ target }) => {
              const other = sources.find(({ key }) => key === target.value)
              if (other) onChange(choicesFor(other, choices.existing))
            }}
          >
            {options('This week', 'week')}
            {options('This day', 'day')}
            {options('Weekly templates', 'weekly')}
            {options('Daily templates', 'daily')}
          </Select>
        )}
      </Field>
      <Segmented
        label="Include"
        value={choices.withPlans ? 'plans' : 'titles'}
        options={PLANS}
        onChange={(value) => onChange({ withPlans: value === 'plans' })}
        className="justify-self-start"
      />
      {!choices.withPlans && <p className="text-caption text-ink-soft">Your lesson text won’t be copied.</p>}
    </div>
  )
}

const DaysChoice = ({ source, choices: { weekdays, everyWeeks }, onChange }: RepeatChoicesProps) => {
  const toggle = (weekday: number) =>
    onChange({ weekdays: weekdays.includes(weekday) ? weekdays.filter((other) => other !== weekday) : [...weekdays, weekday] })
  return (
    <Group label="Days and frequency">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <DayToggles
          days={ALL_WEEKDAYS.map((weekday) => ({
            value: weekday,
            name: nameOf(weekday),
            isDisabled: source.days.length > 1 && source.days[weekday - 1]?.length === 0,
          }))}
          chosen={weekdays}
          onToggle={toggle}
        />
        <Segmented
          label="How often"
          value={everyWeeks === 1 ? '1' : '2'}
          options={EVERY}
          onChange={(value) => onChange({ everyWeeks: value === '1' ? 1 : 2 })}
        />
      </div>
    </Group>
  )
}

const UntilChoice = ({ source, choices, onChange }: RepeatChoicesProps) => {
  const until = untilOf(source, choices)
  return (
    <div className="grid gap-2">
      <DateField
        label="Until"
        value={typeof choices.until === 'string' ? choices.until : until}
        min={source.from}
        max={addDays(source.from, MAX.repeatedDays - 1)}
        onChange={(date) => onChange({ until: date })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: these aren't fields */}
      <div role="group" aria-label="How long" className="flex flex-wrap gap-1.5">
        {SPANS.map((weeks) => (
          <Button
            key={weeks}
            size="sm"
            aria-pressed={choices.until === weeks}
            className={clsx(choices.until === weeks && '!border-brand !bg-brand-soft !text-brand')}
            onClick={() => onChange({ until: weeks })}
          >
            {`${weeks} weeks`}
          </Button>
        ))}
      </div>
    </div>
  )
}

const ExistingChoice = ({ choices: { existing }, onChange }: RepeatChoicesProps) => {
  const name = useId()
  return (
    <Group label="If a day already has lessons">
      <div className="grid grid-cols-3 gap-2 phone:grid-cols-1">
        {EXISTING.map(({ value, label, hint }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-2 rounded-control border border-line-control px-2.5 py-2 text-label font-semibold has-checked:border-brand has-checked:bg-brand-soft"
          >
            <input
              type="radio"
              name={name}
              checked={existing === value}
              onChange={() => onChange({ existing: value, ...(value === 'replace' && { withPlans: true }) })}
              className="mt-0.5 size-4 shrink-0 accent-brand"
            />
            <span>
              {label}
              <span className="block text-small font-normal text-ink-soft">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </Group>
  )
}

/** Form for choosing what to repeat, on which days, until when, and how to handle days that already have lessons. */
export const RepeatChoices = (props: RepeatChoicesProps) => (
  <div className="grid content-start gap-4">
    <SourceChoice {...props} />
    <DaysChoice {...props} />
    <UntilChoice {...props} />
    <ExistingChoice {...props} />
  </div>
)
