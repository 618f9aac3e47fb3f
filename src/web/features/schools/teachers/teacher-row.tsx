import { Copy, Ellipsis, Eye, Mail, ShieldMinus, ShieldPlus, UserMinus } from 'lucide-react'
import { formatDay, todayIn } from '#shared/dates.ts'
import type { Teacher } from '#shared/schools/contract.ts'
import { Avatar } from '#web/features/people/avatar.tsx'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { Unconfirmed } from '#web/features/sign-in/links/unconfirmed.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { copyAddress } from './copy-address.ts'

const EYE = <Eye className="size-4" />
const MORE = <Ellipsis className="size-[18px]" />
const MAIL = <Mail className="size-4" />
const COPY = <Copy className="size-4" />
const MORE_RIGHTS = <ShieldPlus className="size-4" />
const FEWER_RIGHTS = <ShieldMinus className="size-4" />
const OUT = <UserMinus className="size-4" />

type TeacherRowProps = { teacher: Teacher; isSelf: boolean; onView: () => void; onRights: () => void; onRemove: () => void }

const roleOf = ({ isAdministrator }: Teacher, isSelf: boolean): string => {
  if (isSelf) return 'You, school administrator'
  return isAdministrator ? 'School administrator' : 'Teacher'
}

/** One of the school's teachers. Everything except viewing their schedule is in the row's menu. */
export const TeacherRow = ({ teacher, isSelf, onView, onRights, onRemove }: TeacherRowProps) => {
  const { timezone } = useUser()
  const name = nameOf(teacher)
  const { email, isAdministrator, joinedAt } = teacher
  const day = todayIn(timezone, Date.parse(joinedAt))
  return (
    <li className="teacher-row">
      <Avatar person={teacher} className="teacher-face size-[34px]" />
      <span className="teacher-name">
        <strong className="block font-semibold">{name}</strong>
        {name !== email && <span className="block text-caption text-ink-soft">{email}</span>}
      </span>
      <span className="teacher-role">
        <span className={isAdministrator ? undefined : 'teacher-plain'}>{roleOf(teacher, isSelf)}</span>
        <Unconfirmed {...teacher} />
      </span>
      <span className="teacher-joined">
        <span className="teacher-joined-word">Joined </span>
        {formatDay(day, 'medium')}
      </span>
      <span className="teacher-view">
        {!isSelf && (
          <Button variant="ghost" size="sm" icon={EYE} aria-label={`View ${name}’s schedule`} onClick={onView}>
            <span className="teacher-view-words">View schedule</span>
          </Button>
        )}
      </span>
      <Menu
        trigger={
          <IconButton variant="ghost" label={`More for ${name}`} className="teacher-more">
            {MORE}
          </IconButton>
        }
      >
        {!isSelf && (
          <MenuItem icon={MAIL} onSelect={() => window.location.assign(`mailto:${email}`)}>
            Write an email
          </MenuItem>
        )}
        <MenuItem icon={COPY} onSelect={() => void copyAddress(email)}>
          Copy email address
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={isAdministrator ? FEWER_RIGHTS : MORE_RIGHTS} onSelect={onRights}>
          {isAdministrator ? 'Remove as administrator…' : 'Make school administrator…'}
        </MenuItem>
        {!isSelf && (
          <>
            <MenuSeparator />
            <MenuItem icon={OUT} onSelect={onRemove}>
              Remove from school…
            </MenuItem>
          </>
        )}
      </Menu>
    </li>
  )
}
