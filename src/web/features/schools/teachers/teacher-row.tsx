import { Copy, Ellipsis, Eye, Mail, Printer, Send, ShieldMinus, ShieldPlus, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { formatDay, todayIn } from '#shared/dates.ts'
import type { Teacher } from '#shared/schools/contract.ts'
import { Avatar } from '#web/features/people/avatar.tsx'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { remindToConfirm } from '#web/features/schools/data.ts'
import { Unconfirmed } from '#web/features/sign-in/links/unconfirmed.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'
import { report } from '#web/ui/report.ts'
import { copyAddress } from './copy-address.ts'

const EYE = <Eye className="size-4" />
const MORE = <Ellipsis className="size-[18px]" />
const MAIL = <Mail className="size-4" />
const COPY = <Copy className="size-4" />
const MORE_RIGHTS = <ShieldPlus className="size-4" />
const FEWER_RIGHTS = <ShieldMinus className="size-4" />
const OUT = <UserMinus className="size-4" />

const PRINTER = <Printer className="size-4" />
const AGAIN = <Send className="size-4" />

const roleOf = ({ isAdministrator }: Teacher, isSelf: boolean): string => {
  if (isSelf) return 'You, school administrator'
  return isAdministrator ? 'School administrator' : 'Teacher'
}

/** Sends the email that confirms a teacher's address again. */
const SendAgain = ({ teacher: { id, ...person } }: { teacher: Teacher }) => {
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    setIsBusy(true)
    await report(() => remindToConfirm(id), {
      done: () => ({ title: 'Confirmation email sent again', description: person.email }),
      failed: (reason) => ({ title: 'Failed to send the confirmation email', description: reason }),
    })
    setIsBusy(false)
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={AGAIN}
      busy={isBusy}
      aria-label={`Send ${nameOf(person)} the confirmation email again`}
      onClick={() => void send()}
    >
      <span className="teacher-view-words">Send again</span>
    </Button>
  )
}

type TeacherActions = { onView: () => void; onPlan: () => void; onRights: () => void; onRemove: () => void }
type TeacherRowProps = TeacherActions & { teacher: Teacher; isSelf: boolean }

const TeacherMenu = ({
  teacher,
  isSelf,
  hasView,
  onView,
  onPlan,
  onRights,
  onRemove,
}: TeacherRowProps & {
  /** True if the menu also has the row's usual action. */
  hasView: boolean
}) => {
  const { email, isAdministrator } = teacher
  return (
    <Menu
      trigger={
        <IconButton variant="ghost" label={`More for ${nameOf(teacher)}`} className="teacher-more">
          {MORE}
        </IconButton>
      }
    >
      {hasView && (
        <MenuItem icon={EYE} onSelect={onView}>
          View schedule
        </MenuItem>
      )}
      {!isSelf && (
        <>
          <MenuItem icon={PRINTER} onSelect={onPlan}>
            Print a sub plan…
          </MenuItem>
          <MenuItem icon={MAIL} onSelect={() => window.location.assign(`mailto:${email}`)}>
            Write an email
          </MenuItem>
        </>
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
  )
}

/** One of the school's teachers. One action is on the row, and all others are in the row's menu. */
export const TeacherRow = ({ teacher, isSelf, ...actions }: TeacherRowProps) => {
  const { timezone } = useUser()
  const { data: settings } = useSettings()
  const name = nameOf(teacher)
  const { email, isAdministrator, joinedAt } = teacher
  // Without email, no one can confirm an address.
  const isUnconfirmed = settings?.mail === true && !teacher.isAddressConfirmed
  const day = todayIn(timezone, Date.parse(joinedAt))
  return (
    <li className="teacher-row">
      <Avatar person={teacher} className="teacher-face size-[34px]" />
      <span className="teacher-name">
        <strong className="block font-semibold">{name}</strong>
        {name !== email && <span className="block text-caption text-ink-soft">{email}</span>}
      </span>
      <span className="teacher-role">
        {(isAdministrator || !isUnconfirmed) && (
          <span className={isAdministrator ? undefined : 'teacher-plain'}>{roleOf(teacher, isSelf)}</span>
        )}
        <Unconfirmed {...teacher} />
      </span>
      <span className="teacher-joined">
        <span className="teacher-joined-word">Joined </span>
        {formatDay(day, 'medium')}
        <span className="block text-caption text-ink-soft">{teacher.hasEmergencyPlan ? 'Emergency plan ready' : 'No emergency plan'}</span>
      </span>
      <span className="teacher-view">
        {isUnconfirmed && <SendAgain teacher={teacher} />}
        {!isUnconfirmed && !isSelf && (
          <Button variant="ghost" size="sm" icon={EYE} aria-label={`View ${name}’s schedule`} onClick={actions.onView}>
            <span className="teacher-view-words">View schedule</span>
          </Button>
        )}
      </span>
      <TeacherMenu teacher={teacher} isSelf={isSelf} hasView={isUnconfirmed && !isSelf} {...actions} />
    </li>
  )
}
