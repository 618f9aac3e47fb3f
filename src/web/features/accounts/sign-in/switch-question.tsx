import type { User } from '#shared/accounts/contract.ts'
import { dropSession } from '#web/features/accounts/google/data.ts'
import { forgetPerson, pageAfterSignIn, storeSession } from '#web/lib/storage.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

export type Session = { token: string; user: User }
export type Arrival = {
  session: Session
  /** This browser has just had the session made, so nobody needs it where it is not taken. */
  isOurs: boolean
  /** Who is signed in here; null where their session has ended. */
  current: User | null
}

/** Asks before one account replaces another. */
export const SwitchQuestion = ({ session, isOurs, current, onStay }: Arrival & { onStay: () => void }) => (
  <ConfirmDialog
    open
    title="Switch account?"
    description={
      <>
        {current ? (
          <>
            You are signed in as <strong className="text-ink">{current.email ?? 'a guest'}</strong>.
          </>
        ) : (
          'Another account was signed in here before.'
        )}{' '}
        {isOurs ? 'Google signs you in as' : 'The link you followed signs in'}{' '}
        <strong className="text-ink">{session.user.email ?? 'a guest'}</strong>.
      </>
    }
    confirmLabel="Switch account"
    cancelLabel={current ? 'Stay signed in' : 'Cancel'}
    onCancel={() => {
      if (isOurs) dropSession(session.token)
      onStay()
    }}
    onConfirm={() => {
      if (current?.isGuest) forgetPerson(current.id)
      storeSession({ token: session.token, userId: session.user.id })
      // A full load: nothing of the other person's plans may stay in memory.
      window.location.assign(pageAfterSignIn())
    }}
  />
)
