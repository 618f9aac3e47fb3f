import { CalendarPlus, Gift, KeyRound, LogOut, School, ShieldPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Person } from '#shared/admin/users/contract.ts'
import { setAdministrator } from '#web/features/admin/schools/data.ts'
import { InvitePersonDialog } from '#web/features/admin/schools/invite-person-dialog.tsx'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { AdminToggle } from './admin-toggle.tsx'
import { endDevices } from './data.ts'
import { CreditDialog, DeleteDialog, GrantDialog, LinkDialog } from './person-dialogs.tsx'

type PersonQuestion = 'grant' | 'credit' | 'link' | 'invite' | 'delete'

const icons = {
  grant: <CalendarPlus className="size-4" />,
  credit: <Gift className="size-4" />,
  link: <KeyRound className="size-4" />,
  devices: <LogOut className="size-4" />,
  admin: <ShieldPlus className="size-4" />,
  school: <School className="size-4" />,
  remove: <Trash2 className="size-4" />,
}

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
  return (
    <Button size="sm" icon={icons.school} busy={isBusy} onClick={press}>
      {isAdministrator ? 'Remove school admin' : 'Make school admin'}
    </Button>
  )
}

/** Actions for a user. `onGone` runs after the user's account has been deleted. */
export const PersonActions = ({ person, onGone }: { person: Person; onGone: () => void }) => {
  const { id: ownId } = useUser()
  const { data: settings } = useSettings()
  const [asked, setAsked] = useState<PersonQuestion>()
  const [isEnding, whileEnding] = usePending()
  const isSelf = person.id === ownId
  const close = () => setAsked(undefined)
  const signOutAll = () => {
    void whileEnding(() =>
      report(() => endDevices(person.id, null), {
        done: () => ({ title: isSelf ? 'All other devices signed out' : 'All devices signed out', description: nameOf(person) }),
        failed: (reason) => ({ title: 'Failed to sign out the devices', description: reason }),
      }),
    )
  }
  return (
    <div className="grid grid-cols-2 gap-2 phone:grid-cols-1">
      <Button size="sm" icon={icons.grant} onClick={() => setAsked('grant')}>
        Grant plan
      </Button>
      <Button size="sm" icon={icons.credit} onClick={() => setAsked('credit')}>
        Add credit
      </Button>
      {settings?.mail && (
        <Button size="sm" icon={icons.link} onClick={() => setAsked('link')}>
          Send reset link
        </Button>
      )}
      <Button
        size="sm"
        icon={icons.devices}
        busy={isEnding}
        disabled={person.devices.every(({ isCurrent }) => isCurrent)}
        onClick={signOutAll}
      >
        {isSelf ? 'Sign out elsewhere' : 'Sign out all devices'}
      </Button>
      <AdminToggle user={person} icon={icons.admin} />
      {person.school ? (
        <SchoolRight person={person} school={person.school} />
      ) : (
        <Button size="sm" icon={icons.school} onClick={() => setAsked('invite')}>
          Invite to school
        </Button>
      )}
      {!isSelf && (
        <Button size="sm" icon={icons.remove} className="text-blocked!" onClick={() => setAsked('delete')}>
          Delete account
        </Button>
      )}
      {asked === 'grant' && <GrantDialog person={person} onClose={close} />}
      {asked === 'credit' && <CreditDialog person={person} onClose={close} />}
      {asked === 'link' && <LinkDialog person={person} onClose={close} />}
      {asked === 'invite' && <InvitePersonDialog person={person} onClose={close} />}
      {asked === 'delete' && <DeleteDialog person={person} onClose={close} onGone={onGone} />}
    </div>
  )
}
