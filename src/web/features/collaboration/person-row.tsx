import type { ReactNode } from 'react'
import { Avatar } from '#web/features/people/avatar.tsx'
import { nameOf } from '#web/features/people/person.ts'

type PersonRowProps = {
  person: { id: string; displayName: string | null; email: string }
  /** Rendered below the name. */
  about: ReactNode
  /** Rendered at the end of the line, or below it on a phone. */
  children?: ReactNode
  /** Rendered below the entire row. */
  below?: ReactNode
}

/** A user in a list, with the available actions. */
export const PersonRow = ({ person, about, children, below }: PersonRowProps) => (
  <li className="py-3.5">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <Avatar person={person} />
      <span className="min-w-[150px] flex-1">
        <strong className="block font-semibold break-words">{nameOf(person)}</strong>
        <span className="block text-caption break-words text-ink-soft">{about}</span>
      </span>
      <span className="flex flex-wrap items-center gap-2 phone:w-full phone:pl-[50px]">{children}</span>
    </div>
    {below}
  </li>
)
