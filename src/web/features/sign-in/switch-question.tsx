import type { User } from '#shared/accounts/contract.ts'
import type { Provider } from '#shared/accounts/providers/contract.ts'
import { pageAfterSignIn } from '#web/features/sign-in/before-sign-in.ts'
import { forgetDatabase, forgetKept } from '#web/lib/device/forget-kept.ts'
import { forgetPerson, storedUserId, storeSession } from '#web/lib/stored-session.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { dropSession, useProviderName } from './providers/data.ts'

export type Session = { token: string; user: User }
export type Arrival = {
  session: Session
  /**
   * The provider that just created this session, or null if the user opened a link. A provider's session ends if the user declines to
   * switch.
   */
  by: Provider | null
  /** The signed-in user, or null if the session has ended. */
  current: User | null
  /** Number of changes that the stored person made here and that aren't sent yet. */
  unsent: number
}

/** Returns what happens to what the earlier person has here. */
const partingWords = ({ current, unsent }: Arrival): string => {
  if (current?.isGuest) return ' You won’t be able to get back to your guest planner.'
  return current && unsent > 0 ? ' Changes that aren’t sent yet stay on this device until you sign in again.' : ''
}

/** Asks before switching to another account. */
export const SwitchQuestion = ({ onStay, ...arrival }: Arrival & { onStay: () => void }) => {
  const { session, by, current } = arrival
  const name = useProviderName(by ?? 'google')
  return (
    <ConfirmDialog
      open
      title="Switch account?"
      description={
        <>
          {current ? (
            <>
              You’re signed in as <strong className="text-ink">{current.email ?? 'a guest'}</strong>.
            </>
          ) : (
            'A different account was signed in here before.'
          )}{' '}
          {by ? `${name} is signing you in as` : 'The link you opened is for'}{' '}
          <strong className="text-ink">{session.user.email ?? 'a guest'}</strong>.{partingWords(arrival)}
        </>
      }
      confirmLabel="Switch account"
      cancelLabel={current ? 'Stay signed in' : 'Cancel'}
      onCancel={() => {
        if (by) dropSession(session.token)
        onStay()
      }}
      onConfirm={() => {
        const before = storedUserId()
        if (current?.isGuest) {
          forgetPerson(current.id)
          void forgetDatabase(current.id)
        } else if (before) void forgetKept(before)
        storeSession({ token: session.token, userId: session.user.id })
        // A full page load clears the other user's data from memory.
        window.location.assign(pageAfterSignIn())
      }}
    />
  )
}
