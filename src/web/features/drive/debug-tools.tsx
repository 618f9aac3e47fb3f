import { useSettings, useUser } from '#web/features/people/data.ts'
import { Button } from '#web/ui/button.tsx'
import { report } from '#web/ui/report.ts'
import { useClearDriveTokens } from './data.ts'

/** Lets a platform admin reset their own Drive connection. Renders nothing for other users. */
export const DebugTools = () => {
  const { isAdmin } = useUser()
  const picker = useSettings().data?.google?.picker
  const clear = useClearDriveTokens()
  if (!isAdmin || !picker) return null
  return (
    <section aria-labelledby="debug-tools" className="grid justify-items-start gap-2 border-t border-line pt-4">
      <h3 id="debug-tools" className="text-large">
        Debug Tools
      </h3>
      <p className="text-ink-soft">
        Disconnects your own Google Drive, here and at Google. The next file will ask for your permission again.
      </p>
      <Button
        busy={clear.isPending}
        onClick={() =>
          void report(() => clear.mutateAsync(), {
            done: () => ({ title: 'Drive tokens cleared' }),
            failed: (description) => ({ title: 'Failed to clear tokens', description }),
          })
        }
      >
        Clear Drive Tokens
      </Button>
    </section>
  )
}
