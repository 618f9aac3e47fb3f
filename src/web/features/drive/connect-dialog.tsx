import { useUser } from '#web/features/accounts/data.ts'
import { useRound } from '#web/features/accounts/providers/data.ts'
import { GoogleMark } from '#web/features/accounts/providers/google-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { CloseButton, Dialog } from '#web/ui/dialog.tsx'

type ConnectDialogProps = { onConnected: () => void; onClose: () => void }

/** Asks for permission before the teacher's first file. The click itself must open Google's window, or the browser blocks it. */
export const ConnectDialog = ({ onConnected, onClose }: ConnectDialogProps) => {
  const { googleId } = useUser()
  const isLinking = googleId === null
  const { go, isWaiting, problem } = useRound('google', 'drive')
  const connect = async () => {
    if (await go()) onConnected()
  }
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Connect Google Drive"
      description="Just once. Then you can add your files to your lessons."
      footer={
        <>
          <span className="flex-1" />
          <CloseButton>Cancel</CloseButton>
          <Button variant="solid" onClick={() => void connect()}>
            <span className="grid size-6 place-items-center rounded-full bg-white">
              <GoogleMark className="size-4" />
            </span>
            {isWaiting ? 'Open Google Again' : 'Continue with Google'}
          </Button>
        </>
      }
    >
      <div className="grid gap-2.5">
        <p>Firstbell sees only the files you pick. Your lesson gets a link; who can open the file is still decided in Drive.</p>
        <p className="text-ink-soft">
          Google asks you in a new window. What you are writing stays as it is.
          {isLinking && ' It also links Google to your account, so that you can sign in with it; you can unlink it in Account Management.'}
        </p>
        {isWaiting && (
          <p role="status" className="font-medium">
            Waiting for you to finish at Google…
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
