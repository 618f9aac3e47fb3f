import { FileInput } from 'lucide-react'
import { useCommandsFor } from '#web/lib/input/asked-commands.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { Button } from '#web/ui/button.tsx'

const BRING_IN = <FileInput className="size-4" />

/** Opens the dialog that brings lessons in, if the page has it. */
export const BringInSection = () => {
  const isThere = useCommandsFor('').some(({ id }) => id === 'import')
  if (!isThere) return null
  return (
    <section aria-label="Import" className="flex items-center justify-between gap-x-4 gap-y-3 phone:flex-wrap">
      <p className="text-caption text-ink-soft">
        <b className="block text-body font-semibold text-ink">Import</b>
        Bring in a calendar file, a spreadsheet, Word or Docs text, or the download of another Firstbell account.
      </p>
      <Button icon={BRING_IN} className="min-w-44 phone:w-full" onClick={() => runCommand('import')}>
        Bring in what you have
      </Button>
    </section>
  )
}
