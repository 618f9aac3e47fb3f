import { useState } from 'react'
import { CurrentPasswordField } from '#web/features/accounts/current-password-field.tsx'
import { useProve, useUser } from '#web/features/accounts/data.ts'
import { useGoogleRound } from '#web/features/accounts/google/data.ts'
import { GoogleMark } from '#web/features/accounts/google/google-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { reasonOf, rethrowBugs } from '#web/ui/report.ts'

type ProofDialogProps = { onAnswer: (isProven: boolean) => void }

/** Asks whoever sits here to prove that it is their account: by the password where there is one, or by Google. */
export const ProofDialog = (props: ProofDialogProps) => (useUser().hasPassword ? <ByPassword {...props} /> : <ByGoogle {...props} />)

const TITLE = 'Is it you?'
const WHY = 'Nobody else at your screen should be able to do this. You won’t be asked again for five minutes.'

const Waiting = ({ isWaiting, problem }: { isWaiting: boolean; problem: string | undefined }) => (
  <>
    <p role="status" className="mt-2 empty:hidden">
      {isWaiting && 'Go on in the window of Google. If you have closed it, open it again.'}
    </p>
    {problem && (
      <p role="alert" className="mt-2 font-medium text-blocked">
        {problem}
      </p>
    )}
  </>
)

const ByPassword = ({ onAnswer }: ProofDialogProps) => {
  const { email, googleId } = useUser()
  const prove = useProve()
  const { go, isWaiting, problem } = useGoogleRound('confirm')
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
      {/* After the password: the dialog gives the focus to its first field. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      {googleId !== null && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2"
          icon={<GoogleMark className="size-4" />}
          onClick={() => void go().then((isDone) => isDone && onAnswer(true))}
        >
          {isWaiting ? 'Open Google Again' : 'Confirm with Google Instead'}
        </Button>
      )}
      <Waiting isWaiting={isWaiting} problem={problem} />
    </FormDialog>
  )
}

const ByGoogle = ({ onAnswer }: ProofDialogProps) => {
  const { go, isWaiting, problem } = useGoogleRound('confirm')
  return (
    <FormDialog
      size="sm"
      title={TITLE}
      description={WHY}
      submitLabel={isWaiting ? 'Open Google Again' : 'Confirm with Google'}
      onSubmit={() => void go().then((isDone) => isDone && onAnswer(true))}
      onClose={() => onAnswer(false)}
    >
      <p>Please confirm with Google in a new window. Nothing here is lost.</p>
      <Waiting isWaiting={isWaiting} problem={problem} />
    </FormDialog>
  )
}
