import { clsx } from 'clsx'
import { Check, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { splitAddresses, type TypedAddress } from './typed-addresses.ts'

type ChipProps = { address: TypedAddress; onEdit: () => void; onRemove: () => void }

const Chip = ({ address: { email, status }, onEdit, onRemove }: ChipProps) => {
  const isLeftOut = status === 'joined' || status === 'invited'
  return (
    <li className={clsx('school-chip', isLeftOut && 'school-chip-out', status === 'bad' && 'school-chip-bad')}>
      <button type="button" aria-label={`Edit ${email}`} className="min-w-0 truncate small:-my-px small:self-stretch" onClick={onEdit}>
        {email}
      </button>
      {isLeftOut && <Check aria-hidden="true" className="size-3.5 shrink-0" />}
      <button type="button" aria-label={`Remove ${email}`} className="school-chip-remove" onClick={onRemove}>
        <X className="size-3.5" />
      </button>
    </li>
  )
}

type AddressChipsProps = {
  addresses: readonly TypedAddress[]
  onChange: (emails: readonly string[]) => void
  /** Text in the field that isn't a chip yet. */
  typed: string
  onType: (typed: string) => void
  field: RefObject<HTMLInputElement | null>
  /** The id of the sentences about the addresses. */
  describedBy: string
}

/** Returns the handlers of the field, and the sentence to announce. */
const useChips = ({ addresses, onChange, typed, onType, field }: AddressChipsProps) => {
  const [news, setNews] = useState('')
  const emails = addresses.map(({ email }) => email)
  const add = (text: string) => {
    const found = splitAddresses(text)
    onType('')
    if (found.length === 0) return
    onChange([...new Set([...emails, ...found])])
    setNews(found.length === 1 ? `${found[0]} added` : `${found.length} addresses added`)
  }
  const remove = (email: string) => {
    onChange(emails.filter((each) => each !== email))
    setNews(`${email} removed`)
    field.current?.focus()
  }
  const edit = (email: string) => {
    remove(email)
    // Text typed before the paste becomes a chip of its own.
    if (typed.trim() !== '') onChange([...emails.filter((each) => each !== email), ...splitAddresses(typed)])
    onType(email)
  }
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const last = emails.at(-1)
    if (event.key === 'Backspace' && typed === '' && last !== undefined) return edit(last)
    if (!['Enter', ',', ';', ' '].includes(event.key) || event.nativeEvent.isComposing) return
    // Enter in an empty field sends the invitations.
    if (event.key === 'Enter' && typed.trim() === '') return
    event.preventDefault()
    add(typed)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text')
    // A part of an address is pasted as usual.
    if (!text.includes('@') || typed.trim() !== '') return
    event.preventDefault()
    add(text)
  }
  return { news, add, remove, edit, handleKey, paste }
}

/** A field for email addresses. Each one typed or pasted becomes a chip. */
export const AddressChips = (props: AddressChipsProps) => {
  const { addresses, typed, onType, field, describedBy } = props
  const id = useId()
  const { news, add, remove, edit, handleKey, paste } = useChips(props)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-caption font-semibold text-ink-soft">
        Email addresses
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a click beside the chips focuses the field inside */}
      <div
        className="school-chips"
        onClick={(event) => {
          if (event.target === event.currentTarget) field.current?.focus()
        }}
      >
        {addresses.length > 0 && (
          <ul aria-label="Addresses" className="contents">
            {addresses.map((address) => (
              <Chip key={address.email} address={address} onEdit={() => edit(address.email)} onRemove={() => remove(address.email)} />
            ))}
          </ul>
        )}
        <input
          ref={field}
          id={id}
          type="text"
          inputMode="email"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={describedBy}
          placeholder={addresses.length === 0 ? 'name@school.org' : undefined}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={handleKey}
          onPaste={paste}
          onBlur={({ currentTarget, relatedTarget }) => {
            // The form reads the field itself, and a new chip could move the button away from the pointer.
            if (!currentTarget.form?.contains(relatedTarget)) add(typed)
          }}
        />
      </div>
      <p role="status" className="sr-only">
        {news}
      </p>
    </div>
  )
}
