import { ChevronDown, Search } from 'lucide-react'
import type { UserOrder } from '#shared/admin/users/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Menu, MenuChoice } from '#web/ui/menu.tsx'
import type { UserFilter } from './data.ts'

export const SEARCH_HINT = 'Search by email, name, or domain (@example.com)'

const STATUSES = [
  { value: 'all', label: 'All statuses' },
  { value: 'TRIAL', label: 'Trial' },
  { value: 'TRIALEXPIRED', label: 'Trial Expired' },
  { value: 'PROTEACHERACTIVE', label: 'Pro Active' },
  { value: 'PROTEACHEREXPIRED', label: 'Pro Expired' },
] as const satisfies readonly { value: UserFilter['status'] | 'all'; label: string }[]

const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'active', label: 'Latest activity first' },
] as const satisfies readonly { value: UserOrder; label: string }[]

type ChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

const Choice = <Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) => {
  const words = options.find((option) => option.value === value)?.label ?? ''
  return (
    <Menu
      className="w-[220px]"
      trigger={
        <Button variant="ghost" size="sm" aria-label={`${label}: ${words}`}>
          {words}
          <ChevronDown className="size-3.5" />
        </Button>
      }
    >
      <MenuChoice closes label={label} value={value} options={options} onChange={onChange} />
    </Menu>
  )
}

type UserFiltersProps = { filter: UserFilter; onChange: (filter: UserFilter) => void }

/** Menus that choose which users the list has, and in which order. */
export const UserFilters = ({ filter, onChange }: UserFiltersProps) => (
  <div className="flex">
    <Choice
      label="Status"
      value={filter.status ?? 'all'}
      options={STATUSES}
      onChange={(value) => onChange({ ...filter, status: value === 'all' ? undefined : value })}
    />
    <Choice label="Order" value={filter.order} options={ORDERS} onChange={(order) => onChange({ ...filter, order })} />
  </div>
)

type SearchFieldProps = { typed: string; onType: (typed: string) => void }

/** The field that searches all users by email or name. */
export const UserSearchField = ({ typed, onType }: SearchFieldProps) => (
  <div className="relative min-w-[220px] max-w-[400px] flex-1 phone:max-w-none phone:basis-full">
    <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft" />
    <TextInput
      type="search"
      aria-label={SEARCH_HINT}
      placeholder={SEARCH_HINT}
      maxLength={100}
      autoComplete="off"
      className="h-9! pl-9 text-ellipsis small:h-11!"
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  </div>
)
