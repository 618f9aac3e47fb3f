import { type ReactNode, useState } from 'react'
import { RefusedCall } from '#web/lib/api.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { type Messages, report } from '#web/ui/report.ts'
import { useGoogleRound } from './data.ts'

const isUnproven = (error: unknown): boolean => error instanceof RefusedCall && error.code === 'confirmation_needed'

type Proof = {
  /** Makes a call and reports how it went. Where the server wants to know first that it is they, Google is asked, and the call made again. */
  report: <Result>(call: () => Promise<Result>, messages: Messages<Result>) => Promise<boolean>
  /** To be drawn: asks for Google's word. */
  question: ReactNode
}

/** For what only the person may do, who may have no password: Google confirms that it is they. */
export const useProof = (): Proof => {
  const [ask, setAsk] = useState<{ answer: (isProven: boolean) => void } | null>(null)
  const proven = async <Result,>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call()
    } catch (error) {
      if (!isUnproven(error)) throw error
      const isProven = await new Promise<boolean>((answer) => setAsk({ answer }))
      setAsk(null)
      if (!isProven) throw error
      return proven(call)
    }
  }
  return {
    report: (call, { failed, ...messages }) =>
      // Who does not want to confirm it knows that.
      report(() => proven(call), { ...messages, failed: (reason, error) => (isUnproven(error) ? null : failed(reason, error)) }),
    question: ask && <GoogleQuestion onAnswer={ask.answer} />,
  }
}

const GoogleQuestion = ({ onAnswer }: { onAnswer: (isProven: boolean) => void }) => {
  const { go, isWaiting, problem } = useGoogleRound('confirm')
  const confirm = async () => {
    if (await go()) onAnswer(true)
  }
  return (
    <ConfirmDialog
      open
      title="Is it you?"
      description={
        <>
          <p>Please confirm with Google in a new window. Nothing here is lost.</p>
          <p role="status" className="mt-2 text-ink empty:hidden">
            {isWaiting && 'Go on in the window of Google. If you have closed it, open it again.'}
          </p>
          {problem && (
            <p role="alert" className="mt-2 font-medium text-blocked">
              {problem}
            </p>
          )}
        </>
      }
      confirmLabel={isWaiting ? 'Open Google Again' : 'Confirm with Google'}
      onConfirm={() => void confirm()}
      onCancel={() => onAnswer(false)}
    />
  )
}
