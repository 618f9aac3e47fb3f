import type { ReactNode } from 'react'
import { Avatar } from '#web/features/people/avatar.tsx'
import { nameOf } from '#web/features/people/person.ts'

type PersonRowProps = {
  person: { id: string; displayName: string | null; email: string }
  /** Rendered beside the name. */
  badge?: ReactNode
  /** The lines below the name. */
  about: readonly string[]
  /** Rendered at the end of the line, or below the name on a phone. */
  children?: ReactNode
  /** Rendered last on the line, also on a phone. */
  menu?: ReactNode
  /** Rendered below the entire row. */
  below?: ReactNode
}

/** A user in a list, with the available actions. */
export const PersonRow = ({ person, badge, about, children, menu, below }: PersonRowProps) => (
  <li className="py-3.5">
    <div className="flex items-center gap-3 phone:items-start">
      <Avatar person={person} />
      <div className="flex min-w-0 flex-1 items-center gap-3 phone:flex-wrap phone:gap-y-2">
        <span className="min-w-[150px] flex-1 phone:basis-full">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <strong className="min-w-0 font-semibold break-words">{nameOf(person)}</strong>
            {badge}
          </span>
          {about.map((line) => (
            <span key={line} className="block text-caption break-words text-ink-soft">
              {line}
            </span>
          ))}
        </span>
        {children && <span className="flex shrink-0 items-center gap-2 phone:shrink phone:flex-wrap">{children}</span>}
      </div>
      {menu}
    </div>
    {below}
  </li>
)
