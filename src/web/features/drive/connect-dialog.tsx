import { useUser } from '#web/features/people/data.ts'
import { useOAuthPopup } from '#web/features/sign-in/providers/data.ts'
import { GoogleMark } from '#web/features/sign-in/providers/google-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { CloseButton, Dialog } from '#web/ui/dialog.tsx'

type ConnectDialogProps = { onConnected: () => void; onClose: () => void }

/**
 * Asks for Drive permission before the teacher picks a file for the first time. Google's window must open directly from the click, or the
 * browser blocks it.
 */
export const ConnectDialog = ({ onConnected, onClose }: ConnectDialogProps) => {
  const { googleId } = useUser()
  const isLinking = googleId === null
  const { go, isWaiting, problem } = useOAuthPopup('google', 'drive')
  const connect = async () => {
    if (await go()) onConnected()
  }
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Connect Google Drive"
      description="Connect once. Then add your Drive files to any lesson."
      footer={
        <>
          <span className="flex-1" />
          <CloseButton>Cancel</CloseButton>
          <Button variant="solid" onClick={() => void connect()}>
            <span className="grid size-6 place-items-center rounded-full bg-white">
              <GoogleMark className="size-4" />
            </span>
            {isWaiting ? 'Reopen Google' : 'Continue with Google'}
          </Button>
        </>
      }
    >
      <div className="grid gap-2.5">
        <p>Firstbell sees only the files you pick. Your lesson gets a link, and Drive still decides who can open the file.</p>
        <p className="text-ink-soft">
          Google opens in a new window. What you’re writing stays right here.
          {isLinking && ' This also links Google to your account so you can sign in with it. You can unlink it in Account Management.'}
        </p>
        {isWaiting && (
          <p role="status" className="font-medium">
            Waiting for you to finish in the Google window…
          </p>
        )}
        {problem !== undefined && (
          <p role="alert" className="rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
