import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import type { ConflictQuestion } from '#web/features/calendar/days/conflict-question.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { BlockReading } from './block-reading.tsx'

type Wording = { title: string; about: string; keepMine: string; keepTheirs: string }

const wordingOf = ({ conflict: { mine, theirs }, date }: ConflictQuestion): Wording => {
  const day = formatDay(date, 'full')
  if (!mine)
    return {
      title: 'The lesson you deleted was changed',
      about: `It was changed in another window after you last saw it, on ${day}.`,
      keepMine: 'Delete it anyway',
      keepTheirs: 'Keep their version',
    }
  if (!theirs)
    return {
      title: 'The lesson you changed was deleted',
      about: `It was deleted in another window after you opened it, on ${day}.`,
      keepMine: 'Keep mine',
      keepTheirs: 'Leave it deleted',
    }
  return {
    title: 'This lesson has two versions',
    about: `You changed it here, and it was also changed in another window, on ${day}. Which version do you want to keep?`,
    keepMine: 'Keep mine',
    keepTheirs: 'Keep theirs',
  }
}

type VersionProps = { heading: string; block: TimeBlock | null; timeFormat: Preferences['timeFormat'] }

const Version = ({ heading, block, timeFormat }: VersionProps) => (
  <section className="min-w-0 rounded-card border border-line bg-paper p-3.5">
    <h3 className="font-text text-small font-semibold tracking-normal text-ink-soft">{heading}</h3>
    {block ? <BlockReading block={block} timeFormat={timeFormat} /> : <p className="mt-1 text-ink-soft">Deleted</p>}
  </section>
)

/** Asks which version of a block to keep. Escape keeps both, so nothing is lost. */
export const ConflictDialog = ({ question, timeFormat }: { question: ConflictQuestion; timeFormat: Preferences['timeFormat'] }) => {
  const { mine, theirs } = question.conflict
  const [{ title, about, keepMine, keepTheirs }] = useState(() => wordingOf(question))
  return (
    <Dialog
      onClose={() => question.answer('both')}
      isSheet
      title={title}
      description={about}
      footer={
        <div className="flex flex-1 justify-end gap-2 phone:flex-col-reverse">
          {mine && theirs && <Button onClick={() => question.answer('both')}>Keep both</Button>}
          <Button onClick={() => question.answer('theirs')}>{keepTheirs}</Button>
          <Button variant="solid" onClick={() => question.answer('mine')}>
            {keepMine}
          </Button>
        </div>
      }
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Version heading="Mine" block={mine} timeFormat={timeFormat} />
        <Version heading="Theirs" block={theirs} timeFormat={timeFormat} />
      </div>
    </Dialog>
  )
}
