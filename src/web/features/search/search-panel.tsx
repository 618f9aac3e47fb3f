import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { useCombobox } from '#web/ui/combobox.tsx'
import { Keys } from '#web/ui/keys.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import { EntryRow } from './entry-rows.tsx'
import { type Chip, dayInShort, type Period } from './near-today.ts'
import type { Entry, RowContext, Section } from './search-entries.ts'
import type { FoundLessons } from './use-found.ts'

const PERIODS = [
  { value: 'all', label: 'All years' },
  { value: 'this-year', label: 'This school year' },
  { value: 'last-year', label: 'Last school year' },
] as const

const CHIP =
  'inline-flex h-[30px] shrink-0 items-center gap-[7px] rounded-full border px-[11px] text-caption font-medium whitespace-nowrap small:h-11 phone:px-4 phone:text-control'

type FilterProps = {
  found: FoundLessons
  chip: Chip | undefined
  period: Period
  hueOf: RowContext['hueOf']
  onChip: (chip: Chip | undefined) => void
  onPeriod: (period: Period) => void
}

/** Chips that limit the results to a class or a subject, and the choice of school years. */
export const Filters = ({ found: { chips, count, hasMore }, chip: chosen, period, hueOf, onChip, onPeriod }: FilterProps) => {
  const edgeOf = ({ kind, label, classId }: Chip) =>
    kind === 'lesson' ? hueOf({ title: label, classId }) : kind === 'note' ? 'bg-note' : 'bg-blocked'
  const button = (chip: Chip | undefined) => {
    const isChosen = chosen?.key === chip?.key
    return (
      <button
        key={chip?.key ?? 'all'}
        type="button"
        aria-pressed={isChosen}
        onClick={() => onChip(chip)}
        className={clsx(
          CHIP,
          isChosen ? 'border-brand bg-brand-soft font-semibold text-brand' : 'border-line-control text-ink hover:border-line-strong',
        )}
      >
        {chip && <span aria-hidden="true" className={clsx('size-[9px] rounded-tiny', edgeOf(chip))} />}
        {chip?.label ?? 'All'}
        <span className={clsx('tabular', !isChosen && 'text-ink-soft')}>{`${chip?.count ?? count}${hasMore ? '+' : ''}`}</span>
      </button>
    )
  }
  return (
    <div className="search-chips flex scroll-px-4 items-center gap-2 px-4 pt-2.5 pb-1 phone:shrink-0 phone:overflow-x-auto">
      {chips.length > 1 && (
        <fieldset
          className="search-chips -ml-0.5 flex min-w-0 flex-1 gap-1.5 overflow-x-auto p-0.5 phone:flex-none phone:overflow-visible"
          aria-label="Show only"
        >
          {[undefined, ...chips].map(button)}
        </fieldset>
      )}
      <Menu
        trigger={
          <button type="button" className={clsx(CHIP, 'border-line-control text-ink hover:border-line-strong')}>
            <span className="sr-only">School year: </span>
            {PERIODS.find(({ value }) => value === period)?.label}
            <ChevronDown className="size-3.5" />
          </button>
        }
      >
        <MenuChoice label="School year" value={period} options={PERIODS} closes onChange={onPeriod} />
      </Menu>
    </div>
  )
}

type ListProps = { sections: readonly Section[]; combobox: ReturnType<typeof useCombobox<Entry>>; context: RowContext }

/** The results and commands, in sections. Headings are hidden from screen readers, which announce each section's name. */
export const SearchList = ({ sections, combobox: { listId, optionOf, pointed }, context }: ListProps) => (
  <div
    id={listId}
    role="listbox"
    aria-label="Results"
    className={clsx('order-1 min-h-0 overflow-y-auto', sections.length > 0 && 'flex-1 pb-2 phone:pb-6')}
  >
    {sections.map(({ id, label, nearest, entries }) => (
      // biome-ignore lint/a11y/useSemanticElements: a listbox may contain groups of options, but no fieldset
      <div key={id} role="group" aria-label={label}>
        <div aria-hidden="true" className="flex items-baseline px-4 pt-2.5 pb-1 text-caption text-ink-soft">
          <span className="flex-1 font-semibold phone:font-display phone:text-title phone:text-ink">{label}</span>
          {nearest && (
            <span>
              {nearest.words} <b className="font-semibold text-ink">{dayInShort(nearest.date, context.today)}</b>
            </span>
          )}
        </div>
        {entries.map((entry) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which handles the keys
          <div
            key={entry.id}
            {...optionOf(entry)}
            role="option"
            aria-selected={entry === pointed}
            className={clsx(
              'mx-2 flex min-h-9 cursor-pointer scroll-my-2 items-center gap-[11px] rounded-control py-1.5 pr-2.5 pl-2 text-label font-medium phone:mx-0 phone:min-h-12 phone:rounded-none phone:border-b phone:border-line phone:px-4 phone:py-3 phone:text-control phone:last:border-0',
              entry === pointed &&
                'bg-brand-soft inset-ring inset-ring-brand phone:pointer-coarse:bg-transparent phone:pointer-coarse:inset-ring-0',
            )}
          >
            <EntryRow entry={entry} isPointed={entry === pointed} context={context} />
          </div>
        ))}
      </div>
    ))}
  </div>
)

/** Which keys work in the search. Not shown on phones. */
export const SearchKeys = ({ mayEnter }: { mayEnter: boolean }) => (
  <div className="order-1 flex h-[38px] shrink-0 items-center gap-4 border-t border-line bg-paper px-4 text-small text-ink-soft phone:hidden">
    <span className="flex items-center gap-1.5">
      <Keys name="↑" />
      <Keys name="↓" />
      Choose
    </span>
    {mayEnter && (
      <span className="flex items-center gap-1.5">
        <Keys name="Enter" />
        Open
      </span>
    )}
    <span className="ml-auto">A date or a command works too</span>
  </div>
)
