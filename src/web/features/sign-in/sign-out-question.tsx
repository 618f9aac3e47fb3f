import { useUser } from '#web/features/people/data.ts'
import { useLogout } from '#web/features/sign-in/data.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

const UNSAVED = {
  title: 'Sign out before everything is saved?',
  description: 'Some of your changes haven’t been saved yet. If you sign out now, you’ll lose them.',
}
const GUEST = {
  title: 'Sign out of your guest planner?',
  description: 'You won’t be able to get back to it. Sign up to keep your lessons.',
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
      cancelLabel="Stay signed in"
      destructive
      onConfirm={() => logout()}
      onCancel={onClose}
    />
  )
}
