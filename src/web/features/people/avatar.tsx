import { clsx } from 'clsx'
import { Mail } from 'lucide-react'
import { initialsOf } from './person.ts'

const LOOKS = ['bg-brass-soft text-brass-ink', 'bg-brand-soft text-brand', 'bg-note-soft text-note', 'bg-sunken text-ink-soft'] as const

type Person = { id: string; displayName: string | null; email: string }

/** Derived from the ID, so that a user has the same colors in every list. Without a name, there is nobody to recognize yet. */
const lookOf = ({ id, displayName }: Person): string | undefined =>
  displayName?.trim() ? LOOKS[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % LOOKS.length] : LOOKS.at(-1)

/** Shows another user's initials in a colored circle, or an envelope for an address without a name. */
export const Avatar = ({ person, className = 'size-[38px]' }: { person: Person; className?: string }) => (
  <span
    aria-hidden="true"
    className={clsx('grid shrink-0 place-items-center rounded-full text-label font-bold', lookOf(person), className)}
  >
    {person.displayName?.trim() ? initialsOf(person) : <Mail className="size-[45%]" />}
  </span>
)
