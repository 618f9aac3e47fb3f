import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from './button.tsx'
import { TextInput } from './field.tsx'

type SearchInputProps = {
  /** The accessible name, also shown while the field is empty. */
  label: string
  typed: string
  onType: (typed: string) => void
  className?: string
}

/** A search field with its own button to clear it. */
export const SearchInput = ({ label, typed, onType, className }: SearchInputProps) => {
  const field = useRef<HTMLInputElement>(null)
  const clear = () => {
    onType('')
    field.current?.focus()
  }
  return (
    <span className={clsx('relative block', className)}>
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft" />
      <TextInput
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={100}
        autoComplete="off"
        className="px-9 text-ellipsis [&::-webkit-search-cancel-button]:hidden"
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      {typed !== '' && (
        <IconButton
          label="Clear search"
          variant="ghost"
          size="sm"
          className="absolute! top-1/2 right-1 -translate-y-1/2 touch:right-0"
          onClick={clear}
        >
          <X className="size-4" />
        </IconButton>
      )}
    </span>
  )
}
