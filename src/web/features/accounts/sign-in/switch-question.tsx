import type { User } from '#shared/accounts/contract.ts'
import type { Provider } from '#shared/accounts/providers/contract.ts'
import { dropSession, useProviderName } from '#web/features/accounts/providers/data.ts'
import { forgetPerson, pageAfterSignIn, storeSession } from '#web/lib/storage.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

export type Session = { token: string; user: User }
export type Arrival = {
  session: Session
  /** By which provider this browser has just had the session made: nobody needs it where it is not taken. Null for any other. */
  by: Provider | null
  /** Who is signed in here; null where their session has ended. */
  current: User | null
}

/** Asks before one account replaces another. */
export const SwitchQuestion = ({ session, by, current, onStay }: Arrival & { onStay: () => void }) => {
  const name = useProviderName(by ?? 'google')
  return (
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
          {by ? `${name} signs you in as` : 'The link you followed signs in'}{' '}
          <strong className="text-ink">{session.user.email ?? 'a guest'}</strong>.
        </>
      }
      confirmLabel="Switch account"
      cancelLabel={current ? 'Stay signed in' : 'Cancel'}
      onCancel={() => {
        if (by) dropSession(session.token)
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
}
