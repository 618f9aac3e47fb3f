import { useLogout } from '#web/features/accounts/data.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

/** Asks before somebody signs out while saves are still on their way. */
export const SignOutQuestion = ({ onClose }: { onClose: () => void }) => {
  const { mutate: logout } = useLogout()
  return (
    <ConfirmDialog
      open
      title="Sign out before everything is saved?"
      description="Some of your changes have not reached Firstbell yet. They are lost when you sign out now."
      confirmLabel="Sign out anyway"
      cancelLabel="Stay"
      destructive
      onConfirm={() => logout()}
      onCancel={onClose}
    />
  )
}
