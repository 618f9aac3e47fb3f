import { Suspense, useState } from 'react'
import type { User } from '#shared/accounts/contract.ts'
import { type Command, useCommands } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'

const DayHistoryDialogPart = lazyPart(async () => (await import('./day-history-dialog.tsx')).DayHistoryDialog)

/** Opens a day's history from a command, which the day's menu also runs. */
export const DayHistory = ({ user, date }: { user: User; date: string }) => {
  /** The day whose history is open. */
  const [openDate, setOpenDate] = useState<string | null>(null)
  const open = (on = date) => setOpenDate(on)
  const commands: Command[] = [
    { id: 'history', label: 'Day history', group: 'Plan', words: 'versions restore changes undo earlier', run: open },
  ]
  useCommands(commands)
  return <Suspense>{openDate && <DayHistoryDialogPart user={user} date={openDate} onClose={() => setOpenDate(null)} />}</Suspense>
}
