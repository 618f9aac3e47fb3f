import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import type { SchoolClass } from '#shared/classes/contract.ts'
import type { LineUp } from '#shared/moves/years/rules.ts'
import { Checkbox, Select } from '#web/ui/field.tsx'
import type { Chosen, ClassChoice } from './class-choices.ts'

const COLUMNS = 'grid grid-cols-[minmax(0,1fr)_minmax(128px,0.6fr)_140px_46px] items-center gap-x-2 px-3'
export const WAYS: readonly { value: LineUp; label: string }[] = [
  { value: 'schoolDay', label: 'School day' },
  { value: 'week', label: 'Week' },
  { value: 'date', label: 'Date' },
]

/** A class's name with its color. */
const ClassName = ({ name, color }: Pick<SchoolClass, 'name' | 'color'>) => (
  <span className="flex min-w-0 items-center gap-2">
    <span
      aria-hidden="true"
      style={{ '--class-hue': `var(--hue-${color})` } as CSSProperties}
      className="size-3 shrink-0 rounded bg-(--class-hue)"
    />
    <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</span>
  </span>
)

type RowProps = {
  choice: ClassChoice
  own: SchoolClass
  targets: readonly SchoolClass[]
  count: number
  isShown: boolean
  onShow: () => void
  onChoose: (change: Chosen) => void
}

/** A class of last year, with its class this year and how the years line up. */
const ClassRow = ({ choice, own: { name, color }, targets, count, isShown, onShow, onChoose }: RowProps) => {
  const { isIn, toClassId, by } = choice
  return (
    // The preview shows the class whose row has focus.
    <li
      onFocusCapture={onShow}
      className={clsx(
        COLUMNS,
        'border-t border-line py-2 phone:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] phone:gap-y-1.5',
        isShown && 'bg-brand-soft',
      )}
    >
      <Checkbox
        className="items-center"
        checked={isIn}
        disabled={toClassId === ''}
        onChange={({ target }) => onChoose({ isIn: target.checked })}
        label={<ClassName name={name} color={color} />}
      />
      <button
        type="button"
        aria-pressed={isShown}
        aria-label={`Preview ${name}: ${isIn ? count : 'none'} copied`}
        className="min-h-9 rounded-control text-right font-semibold tabular hover:underline touch:min-h-11 not-phone:order-last phone:justify-self-end phone:px-1"
        onClick={onShow}
      >
        {isIn ? count : '–'}
        <span className="ml-1 hidden font-normal text-ink-soft phone:inline">copied</span>
      </button>
      <Select
        aria-label={`${name} goes to`}
        value={toClassId}
        onChange={({ target }) => onChoose(target.value === '' ? { isIn: false } : { toClassId: target.value, isIn: true })}
      >
        {toClassId === '' && <option value="">No such class</option>}
        {targets.map((target) => (
          <option key={target.id} value={target.id}>
            {target.name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={`Line up ${name} by`}
        value={by}
        disabled={!isIn}
        onChange={({ target }) => onChoose({ by: target.value as LineUp })}
      >
        {WAYS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </li>
  )
}

type ClassRowsProps = {
  choices: readonly ClassChoice[]
  classes: readonly SchoolClass[]
  targets: readonly SchoolClass[]
  counts: ReadonlyMap<string, number>
  shown: string | undefined
  onShow: (id: string) => void
  onChoose: (ids: readonly string[], change: Chosen) => void
}

/** The classes of last year, one row each. On phones, each is two lines. */
export const ClassRows = ({ choices, classes, targets, counts, shown, onShow, onChoose }: ClassRowsProps) => {
  const byId = new Map(classes.map((one) => [one.id, one]))
  const possible = choices.filter(({ toClassId }) => toClassId !== '')
  const areAllIn = possible.every(({ isIn }) => isIn)
  const toggle = () =>
    onChoose(
      possible.map(({ id }) => id),
      { isIn: !areAllIn },
    )
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <div className={clsx(COLUMNS, 'bg-sunken py-1.5 text-caption font-semibold text-ink-soft phone:grid-cols-[minmax(0,1fr)_auto]')}>
        <span>Last year</span>
        <span className="phone:hidden">This year</span>
        <span className="phone:hidden">Lined up by</span>
        <button
          type="button"
          className="rounded-control text-right text-brand hover:underline touch:min-h-11 touch:min-w-11"
          onClick={toggle}
        >
          {areAllIn ? 'None' : 'All'}
          <span className="sr-only"> of the classes</span>
        </button>
      </div>
      <ul>
        {choices.map((choice) => {
          const own = byId.get(choice.id)
          return (
            own && (
              <ClassRow
                key={choice.id}
                choice={choice}
                own={own}
                targets={targets}
                count={counts.get(choice.id) ?? 0}
                isShown={choice.id === shown}
                onShow={() => onShow(choice.id)}
                onChoose={(change) => onChoose([choice.id], change)}
              />
            )
          )
        })}
      </ul>
    </div>
  )
}
