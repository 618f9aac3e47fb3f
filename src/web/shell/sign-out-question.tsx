import { useLogout, useUser } from '#web/features/accounts/data.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

const UNSAVED = {
  title: 'Sign out before everything is saved?',
  description: 'Some of your changes have not reached Firstbell yet. They are lost when you sign out now.',
}
const GUEST = {
  title: 'Sign out without an account?',
  description: 'Your plan cannot be reached again once you are signed out. Sign up to keep it.',
}

/** Asks for confirmation if saves are still pending, or if the user is a guest. */
export const SignOutQuestion = ({ onClose }: { onClose: () => void }) => {
  const { mutate: logout } = useLogout()
  const { isGuest } = useUser()
  return (
    <ConfirmDialog
      open
      {...(isGuest ? GUEST : UNSAVED)}
      confirmLabel="Sign out anyway"
      cancelLabel="Stay"
      destructive
      onConfirm={() => logout()}
      onCancel={onClose}
    />
  )
}
