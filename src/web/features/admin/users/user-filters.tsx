import { ChevronDown } from 'lucide-react'
import type { UserOrder } from '#shared/admin/users/contract.ts'
import { Button } from '#web/ui/button.tsx'
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
  <div className="flex phone:-ml-[11px]">
    <Choice
      label="Status"
      value={filter.status ?? 'all'}
      options={STATUSES}
      onChange={(value) => onChange({ ...filter, status: value === 'all' ? undefined : value })}
    />
    <Choice label="Order" value={filter.order} options={ORDERS} onChange={(order) => onChange({ ...filter, order })} />
  </div>
)
