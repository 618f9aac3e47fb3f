import { useState } from 'react'
import type { ListedUser } from '#shared/admin/users/contract.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { nameOf } from '#web/features/accounts/person.ts'
import { RefusedCall } from '#web/lib/api.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { setAdmin } from './data.ts'

const FAILED = 'Failed to update user admin status'

type AdminToggleProps = { user: Pick<ListedUser, 'id' | 'displayName' | 'email' | 'isAdmin'> } & Pick<ButtonProps, 'icon' | 'size'>

/** Lets a person look after the platform, or no longer. */
export const AdminToggle = ({ user, size = 'sm', icon }: AdminToggleProps) => {
  const { id: ownId } = useUser()
  const [isBusy, setIsBusy] = useState(false)
  const label = user.isAdmin ? 'Remove Admin' : 'Make Admin'
  const press = async () => {
    setIsBusy(true)
    await report(() => setAdmin(user.id, !user.isAdmin, user.id === ownId), {
      done: () => ({ title: 'Success', description: 'User admin status updated successfully' }),
      // Why a rule says no is worth knowing; what else goes wrong is nobody's rule.
      failed: (reason, error) => ({
        title: 'Error',
        description: error instanceof RefusedCall && (error.status === 409 || error.status === 422) ? `${FAILED}. ${reason}` : FAILED,
      }),
    }).finally(() => setIsBusy(false))
  }
  return (
    <Button
      size={size}
      icon={icon}
      busy={isBusy}
      aria-label={`${label}: ${nameOf(user)}`}
      className={user.isAdmin ? 'text-blocked!' : undefined}
      onClick={() => void press()}
    >
      {label}
    </Button>
  )
}
