import { CalendarPlus, Gift, KeyRound, LogOut, type LucideIcon, School, ShieldMinus, ShieldPlus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Person } from '#shared/admin/users/contract.ts'
import { setAdministrator } from '#web/features/admin/schools/data.ts'
import { InvitePersonDialog } from '#web/features/admin/schools/invite-person-dialog.tsx'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { CreditDialog, DeleteDialog, GrantDialog } from './person-dialogs.tsx'
import { UserDialog, type UserQuestion } from './user-dialogs.tsx'

type PersonQuestion = UserQuestion | 'grant' | 'credit' | 'invite' | 'delete'

type ActionProps = { Icon: LucideIcon; label: string; isBusy?: boolean; disabled?: boolean; onClick: () => void; children?: ReactNode }

/** An action as a row: its icon, its name, and a fact at the end of the line. */
const Action = ({ Icon, label, isBusy = false, disabled = false, onClick, children }: ActionProps) => (
  <Button
    variant="ghost"
    size="md"
    icon={<Icon className="size-4" />}
    busy={isBusy}
    disabled={disabled}
    className="justify-start! gap-3! px-2! [&>svg]:text-ink-soft"
    onClick={onClick}
  >
    <span className="text-ink">{label}</span>
    {children && <span className="ml-auto font-normal">{children}</span>}
  </Button>
)

/** Makes a teacher an administrator of their school, or removes that role. */
const SchoolRight = ({ person, school }: { person: Person; school: NonNullable<Person['school']> }) => {
  const [isBusy, whileBusy] = usePending()
  const { isAdministrator, id: schoolId, name } = school
  const press = () => {
    void whileBusy(() =>
      report(() => setAdministrator({ schoolId, userId: person.id }, !isAdministrator), {
        done: () => ({ title: isAdministrator ? 'No longer a school administrator' : 'Now a school administrator', description: name }),
        failed: (reason) => ({ title: 'Failed to update school administrators', description: reason }),
      }),
    )
  }
  return <Action Icon={School} label={isAdministrator ? 'Remove school admin' : 'Make school admin'} isBusy={isBusy} onClick={press} />
}

const PersonDialog = ({ asked, ...props }: { asked: PersonQuestion; person: Person; onClose: () => void; onGone: () => void }) => {
  if (asked === 'grant') return <GrantDialog {...props} />
  if (asked === 'credit') return <CreditDialog {...props} />
  if (asked === 'invite') return <InvitePersonDialog {...props} />
  if (asked === 'delete') return <DeleteDialog {...props} />
  return <UserDialog asked={asked} user={props.person} onClose={props.onClose} />
}

/** Actions for a user. `onGone` runs after the user's account has been deleted. */
export const PersonActions = ({ person, onGone }: { person: Person; onGone: () => void }) => {
  const { id: ownId } = useUser()
  const { data: settings } = useSettings()
  const [asked, setAsked] = useState<PersonQuestion>()
  const isSelf = person.id === ownId
  const { isAdmin, school, credits, devices } = person
  return (
    <div className="-mx-2 grid">
      {settings?.mail && <Action Icon={KeyRound} label="Send reset link…" onClick={() => setAsked('link')} />}
      <Action
        Icon={LogOut}
        label={isSelf ? 'Sign out elsewhere…' : 'Sign out everywhere…'}
        disabled={devices.every(({ isCurrent }) => isCurrent)}
        onClick={() => setAsked('devices')}
      />
      <Action Icon={CalendarPlus} label="Grant plan…" onClick={() => setAsked('grant')} />
      <Action Icon={Gift} label="Add credit…" onClick={() => setAsked('credit')}>
        {credits.length > 0 && `${credits.length} unused`}
      </Action>
      {school ? (
        <SchoolRight person={person} school={school} />
      ) : (
        <Action Icon={School} label="Invite to school…" onClick={() => setAsked('invite')} />
      )}
      <Action
        Icon={isAdmin ? ShieldMinus : ShieldPlus}
        label={isAdmin ? 'Remove Admin' : 'Make Admin'}
        onClick={() => setAsked(isAdmin ? 'not-admin' : 'admin')}
      />
      {!isSelf && (
        <div className="mt-1.5 grid border-t border-line pt-1.5">
          <Action Icon={Trash2} label="Delete account…" onClick={() => setAsked('delete')} />
        </div>
      )}
      {asked && <PersonDialog asked={asked} person={person} onClose={() => setAsked(undefined)} onGone={onGone} />}
    </div>
  )
}
