import { useState } from 'react'
import type { Provider } from '#shared/accounts/providers/contract.ts'
import { SignedInUser, useSession, useUser } from '#web/features/people/data.ts'
import { CurrentPasswordField } from '#web/features/sign-in/current-password-field.tsx'
import { useProve } from '#web/features/sign-in/data.ts'
import { useOAuthPopup, useProviderName, useProviders } from '#web/features/sign-in/providers/data.ts'
import { ProviderMark } from '#web/features/sign-in/providers/provider-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { reasonOf, rethrowBugs } from '#web/ui/report.ts'

type ProofDialogProps = { onAnswer: (isProven: boolean) => void }

/** Asks the user to re-authenticate, with the password if the account has one, otherwise with a provider. */
export const ProofDialog = (props: ProofDialogProps) => {
  const { data: user } = useSession()
  // Above all pages, so that none of them tells it who is signed in.
  return user && <SignedInUser value={user}>{user.hasPassword ? <ByPassword {...props} /> : <ByProvider {...props} />}</SignedInUser>
}

const TITLE = 'Confirm it’s you'
const WHY = 'This makes sure no one else at your computer can do this. We won’t ask again for 5 minutes.'

const Waiting = ({ name, isWaiting, problem }: { name: string; isWaiting: boolean; problem: string | undefined }) => (
  <>
    <p role="status" className="mt-2 empty:hidden">
      {isWaiting && `Continue in the ${name} window. If you closed it, open it again.`}
    </p>
    {problem && (
      <p role="alert" className="mt-2 font-medium text-blocked">
        {problem}
      </p>
    )}
  </>
)

/** Offers a provider as an alternative to the dialog's main method. */
const Instead = ({ provider, onAnswer }: ProofDialogProps & { provider: Provider }) => {
  const name = useProviderName(provider) ?? ''
  const { go, isWaiting, problem } = useOAuthPopup(provider, 'confirm')
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="mt-2"
        icon={<ProviderMark provider={provider} className="size-4" />}
        onClick={() => void go().then((isDone) => isDone && onAnswer(true))}
      >
        {isWaiting ? `Reopen ${name}` : `Confirm with ${name} instead`}
      </Button>
      <Waiting name={name} isWaiting={isWaiting} problem={problem} />
    </>
  )
}

const ByPassword = ({ onAnswer }: ProofDialogProps) => {
  const { email } = useUser()
  const { linked } = useProviders()
  const prove = useProve()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const confirm = async () => {
    try {
      await prove.mutateAsync(password)
      onAnswer(true)
    } catch (error) {
      setWrong(reasonOf(error))
      rethrowBugs(error)
    }
  }
  return (
    <FormDialog
      size="sm"
      title={TITLE}
      description={WHY}
      submitLabel="Confirm"
      isReady={password !== ''}
      busy={prove.isPending}
      onSubmit={() => void confirm()}
      onClose={() => onAnswer(false)}
    >
      <CurrentPasswordField
        error={wrong}
        value={password}
        onChange={(typed) => {
          setPassword(typed)
          setWrong(undefined)
        }}
      />
      {/* Placed after the password field, because the dialog focuses its first field. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      {linked.map((provider) => (
        <Instead key={provider} provider={provider} onAnswer={onAnswer} />
      ))}
    </FormDialog>
  )
}

const ByProvider = ({ onAnswer }: ProofDialogProps) => {
  const [provider = 'google', ...others] = useProviders().linked
  const name = useProviderName(provider) ?? ''
  const { go, isWaiting, problem } = useOAuthPopup(provider, 'confirm')
  return (
    <FormDialog
      size="sm"
      title={TITLE}
      description={WHY}
      submitLabel={isWaiting ? `Reopen ${name}` : `Confirm with ${name}`}
      onSubmit={() => void go().then((isDone) => isDone && onAnswer(true))}
      onClose={() => onAnswer(false)}
    >
      <p>Please confirm with {name} in a new window. Your work here is safe.</p>
      <Waiting name={name} isWaiting={isWaiting} problem={problem} />
      {others.map((other) => (
        <Instead key={other} provider={other} onAnswer={onAnswer} />
      ))}
    </FormDialog>
  )
}
