import { Eye, ShieldMinus, ShieldPlus, UserMinus } from 'lucide-react'
import type { Teacher } from '#shared/schools/contract.ts'
import { PersonRow } from '#web/features/collaboration/person-row.tsx'
import { nameOf } from '#web/features/people/person.ts'
import { Unconfirmed } from '#web/features/sign-in/links/unconfirmed.tsx'
import { IconButton } from '#web/ui/button.tsx'

const EYE = <Eye className="size-4" />
const MORE_RIGHTS = <ShieldPlus className="size-4" />
const FEWER_RIGHTS = <ShieldMinus className="size-4" />
const OUT = <UserMinus className="size-4" />

type TeacherRowProps = { teacher: Teacher; isSelf: boolean; onView: () => void; onRights: () => void; onRemove: () => void }

/** A row for one of the school's teachers, with the administrator's actions. */
export const TeacherRow = ({ teacher, isSelf, onView, onRights, onRemove }: TeacherRowProps) => {
  const name = nameOf(teacher)
  return (
    <PersonRow person={teacher} about={teacher.displayName?.trim() ? teacher.email : 'No name yet'}>
      <Unconfirmed {...teacher} />
      {(teacher.isAdministrator || isSelf) && (
        <span className="rounded-full bg-brand-soft px-2.5 py-0.5 text-small font-semibold text-brand">
          {isSelf ? 'You, administrator' : 'Administrator'}
        </span>
      )}
      {!isSelf && (
        <IconButton variant="ghost" label={`View ${name}’s schedule`} onClick={onView}>
          {EYE}
        </IconButton>
      )}
      <IconButton
        variant="ghost"
        label={teacher.isAdministrator ? `Remove ${name} as administrator` : `Make ${name} an administrator`}
        onClick={onRights}
      >
        {teacher.isAdministrator ? FEWER_RIGHTS : MORE_RIGHTS}
      </IconButton>
      {!isSelf && (
        <IconButton variant="danger" label={`Remove ${name} from the school`} onClick={onRemove}>
          {OUT}
        </IconButton>
      )}
    </PersonRow>
  )
}
