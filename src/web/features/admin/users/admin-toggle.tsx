import { useState } from 'react'
import type { ListedUser } from '#shared/admin/users/contract.ts'
import { GuardedForm } from '#web/features/accounts/guarded-section.tsx'
import { useUser } from '#web/features/people/data.ts'
import { nameOf } from '#web/features/people/person.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { setAdmin } from './data.ts'

const FAILED = 'Failed to update user admin status'

type Whom = { user: Pick<ListedUser, 'id' | 'displayName' | 'email' | 'isAdmin'> }
type AdminDialogProps = Whom & { isAdmin: boolean; onClose: () => void }

/** Asks the admin to confirm making a user a platform admin or removing that role. */
const AdminDialog = ({ user, isAdmin, onClose }: AdminDialogProps) => {
  const { id: ownId } = useUser()
  const [isPending, whilePending] = usePending()
  const isSelf = user.id === ownId
  const call = () => {
    return whilePending(() => setAdmin(user.id, isAdmin, { isSelf }))
  }
  return (
    <Dialog
      size="sm"
      title={isAdmin ? `Make ${nameOf(user)} an administrator?` : `Remove ${nameOf(user)} as administrator?`}
      description={
        isAdmin
          ? `${user.email} will see this dashboard and can do everything you can.`
          : `${isSelf ? 'You' : user.email} will no longer see this dashboard.`
      }
      onClose={onClose}
    >
      <GuardedForm
        cancelLabel="Cancel"
        confirm={isAdmin ? { label: 'Make Admin', variant: 'solid' } : { label: 'Remove Admin', variant: 'danger-solid' }}
        isPending={isPending}
        call={call}
        messages={{
          done: () => ({ title: 'Success', description: 'User admin status updated successfully' }),
          // Shows the reason only if a rule refused the change.
          failed: (reason, error) => ({
            title: 'Error',
            description: error instanceof RefusedCall && (error.status === 409 || error.status === 422) ? `${FAILED}. ${reason}` : FAILED,
          }),
        }}
        onDone={onClose}
        onCancel={onClose}
      />
    </Dialog>
  )
}

type AdminToggleProps = Whom & Pick<ButtonProps, 'icon' | 'size'>

/** Makes a user a platform admin, or removes that role. */
export const AdminToggle = ({ user, size = 'sm', icon }: AdminToggleProps) => {
  // The requested role. The dialog keeps showing it after the list updates.
  const [asked, setAsked] = useState<boolean | null>(null)
  const label = user.isAdmin ? 'Remove Admin' : 'Make Admin'
  return (
    <>
      <Button
        size={size}
        icon={icon}
        aria-label={`${label}: ${nameOf(user)}`}
        className={user.isAdmin ? 'text-blocked!' : undefined}
        onClick={() => setAsked(!user.isAdmin)}
      >
        {label}
      </Button>
      {asked !== null && <AdminDialog user={user} isAdmin={asked} onClose={() => setAsked(null)} />}
    </>
  )
}
