import { useQuery } from '@tanstack/react-query'
import type { ListedUser, Person } from '#shared/admin/users/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { ActionDialog } from '#web/ui/form-dialog.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { endDevices, personQuery, sendLink, setAdmin } from './data.ts'

const FAILED = 'Failed to update user admin status'

type UserDialogProps = { user: Pick<ListedUser, 'id' | 'displayName' | 'email'>; onClose: () => void }

/** Asks the admin to confirm making a user a platform admin or removing that role. */
const AdminDialog = ({ user, isAdmin, onClose }: UserDialogProps & { isAdmin: boolean }) => {
  const { id: ownId } = useUser()
  const isSelf = user.id === ownId
  return (
    <ActionDialog
      title={isAdmin ? `Make ${nameOf(user)} an administrator?` : `Remove ${nameOf(user)} as administrator?`}
      description={
        isAdmin
          ? `${user.email} will see this dashboard and can do everything you can.`
          : `${isSelf ? 'You' : user.email} will no longer see this dashboard.`
      }
      submitLabel={isAdmin ? 'Make Admin' : 'Remove Admin'}
      submitLook={{ variant: isAdmin ? 'solid' : 'danger-solid' }}
      call={() => setAdmin(user.id, isAdmin, { isSelf })}
      messages={{
        done: () => ({ title: 'Success', description: 'User admin status updated successfully' }),
        // Shows the reason only if a rule refused the change.
        failed: (reason, error) => ({
          title: 'Error',
          description: error instanceof RefusedCall && (error.status === 409 || error.status === 422) ? `${FAILED}. ${reason}` : FAILED,
        }),
      }}
      onClose={onClose}
    />
  )
}

const linkWords = ({ email, hasPassword, hasGoogle, hasOidc }: Person): string => {
  if (hasPassword)
    return `We’ll email ${email} a link to set a new password. It works once and expires in an hour. The old password works until they set a new one.`
  if (hasGoogle || hasOidc)
    return `${email} signs in with ${hasGoogle ? 'Google' : 'your school’s sign-in'} and doesn’t have a password. The email says so.`
  return `${email} has never signed in. We’ll email them a link to set a password. It works once and expires in an hour.`
}

/** Sends a user a password reset link. */
const LinkDialog = ({ user, onClose }: UserDialogProps) => {
  const { data: person, error } = useQuery(personQuery(user.id))
  return (
    <ActionDialog
      title="Send a reset link"
      description={person ? linkWords(person) : error ? reasonOf(error) : 'Loading user...'}
      submitLabel="Send link"
      isReady={person !== undefined}
      call={() => sendLink(user.id)}
      messages={{
        done: () => ({ title: 'Reset link sent to', description: nameOf(user) }),
        failed: (reason) => ({ title: 'Failed to send the link', description: reason }),
      }}
      onClose={onClose}
    />
  )
}

/** Signs a user out on all devices. Admins stay signed in on the device that they are using. */
const DevicesDialog = ({ user, onClose }: UserDialogProps) => {
  const { id: ownId } = useUser()
  const isSelf = user.id === ownId
  return (
    <ActionDialog
      title={isSelf ? 'Sign out on your other devices?' : `Sign ${nameOf(user)} out everywhere?`}
      description={isSelf ? 'You stay signed in here.' : 'Every device of theirs has to sign in again. Their planner doesn’t change.'}
      submitLabel="Sign out"
      call={() => endDevices(user.id, null)}
      messages={{
        done: () => ({ title: isSelf ? 'All other devices signed out' : 'All devices signed out', description: nameOf(user) }),
        failed: (reason) => ({ title: 'Failed to sign out the devices', description: reason }),
      }}
      onClose={onClose}
    />
  )
}

export type UserQuestion = 'link' | 'devices' | 'admin' | 'not-admin'

/** The dialog for an action that a user's row and page share. */
export const UserDialog = ({ asked, ...props }: UserDialogProps & { asked: UserQuestion }) => {
  if (asked === 'link') return <LinkDialog {...props} />
  if (asked === 'devices') return <DevicesDialog {...props} />
  // The dialog keeps showing the requested role after the list updates.
  return <AdminDialog {...props} isAdmin={asked === 'admin'} />
}
