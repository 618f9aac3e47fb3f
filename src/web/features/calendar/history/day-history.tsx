import { History } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'

const DayHistoryDialogPart = lazyPart(async () => (await import('./day-history-dialog.tsx')).DayHistoryDialog)
const ICON = <History className="size-[15px]" />

type DayHistoryProps = { user: User; date: string; hasButton: boolean }

/** Opens a day's history, from a command or from a button in the day view. */
export const DayHistory = ({ user, date, hasButton }: DayHistoryProps) => {
  /** The day whose history is open. */
  const [openDate, setOpenDate] = useState<string | null>(null)
  const open = (on = date) => setOpenDate(on)
  const prepare = () => void DayHistoryDialogPart.preload()
  const commands: Command[] = [
    { id: 'history', label: 'Day History', group: 'Plan', words: 'versions restore changes undo earlier', run: open },
  ]
  useCommands(commands)
  return (
    <>
      {hasButton && (
        <div className="w-full max-w-[980px] px-5 pb-5 text-right small:px-4">
          <Button variant="ghost" size="sm" icon={ICON} onClick={() => open()} onPointerEnter={prepare} onFocus={prepare}>
            History
          </Button>
        </div>
      )}
      <Suspense>{openDate && <DayHistoryDialogPart user={user} date={openDate} onClose={() => setOpenDate(null)} />}</Suspense>
    </>
  )
}
