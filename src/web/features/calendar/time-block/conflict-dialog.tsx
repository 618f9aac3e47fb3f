import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay } from '#shared/dates.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import type { ConflictQuestion } from '#web/features/calendar/days/conflict-question.ts'
import { historyQuery } from '#web/features/calendar/days/history/history-calls.ts'
import { lastChangeOf } from '#web/features/calendar/days/last-change.ts'
import { useUser } from '#web/features/people/data.ts'
import { whenInWords } from '#web/features/people/when-in-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { BlockReading } from './block-reading.tsx'

const KEEP_MINE = { keepMine: 'Keep this window’s', mineLabel: 'Keep this window’s version' }
const KEEP_THEIRS = { keepTheirs: 'Keep the other window’s', theirsLabel: 'Keep the other window’s version' }

const wordingOf = ({ conflict: { mine, theirs }, date }: ConflictQuestion) => {
  const day = formatDay(date, 'weekdayAndDay')
  if (!mine)
    return {
      title: 'The lesson you deleted was changed',
      about: `${day}. The lesson was changed in another window after you last saw it.`,
      keepMine: 'Delete it anyway',
      mineLabel: undefined,
      ...KEEP_THEIRS,
    }
  if (!theirs)
    return {
      title: 'The lesson you changed was deleted',
      about: `${day}. The lesson was deleted in another window after you opened it.`,
      ...KEEP_MINE,
      keepTheirs: 'Leave it deleted',
      theirsLabel: undefined,
    }
  return {
    title: 'This lesson has two versions',
    about: `${day}. You changed the lesson here, and it was also changed in another window. What differs is highlighted.`,
    ...KEEP_MINE,
    ...KEEP_THEIRS,
  }
}

type VersionProps = {
  heading: string
  block: TimeBlock | null
  other: TimeBlock | null
  timeFormat: Preferences['timeFormat']
  /** The button's text, and its accessible name if that has to say more. */
  keep: string
  label: string | undefined
  onKeep: () => void
}

const Version = ({ heading, block, other, timeFormat, keep, label, onKeep }: VersionProps) => (
  <section className="flex min-w-0 flex-col rounded-card border border-line bg-paper p-3.5">
    <h3 className="font-text text-small font-semibold tracking-normal text-ink-soft">{heading}</h3>
    <div className="mt-0.5 mb-3 flex-1">
      {block ? <BlockReading block={block} other={other} timeFormat={timeFormat} /> : <p className="text-ink-soft">Deleted</p>}
    </div>
    <Button aria-label={label} className="self-start phone:self-stretch" onClick={onKeep}>
      {keep}
    </Button>
  </section>
)

/** Returns when the other window's version was saved, or undefined while that isn't known. */
const useTheirTime = ({ date, conflict: { id } }: ConflictQuestion): string | undefined => {
  const user = useUser()
  const { data } = useInfiniteQuery(historyQuery(useOwnCalendar(), date))
  const [latest] = data?.pages ?? []
  const at = latest && lastChangeOf(id, latest.current, latest.changes)
  return at && whenInWords(at, user)
}

/** Asks which version of a block to keep. Escape keeps both, so nothing is lost. */
export const ConflictDialog = ({ question, timeFormat }: { question: ConflictQuestion; timeFormat: Preferences['timeFormat'] }) => {
  const { mine, theirs } = question.conflict
  const theirTime = useTheirTime(question)
  const [{ title, about, keepMine, mineLabel, keepTheirs, theirsLabel }] = useState(() => wordingOf(question))
  return (
    <Dialog
      onClose={() => question.answer('both')}
      isSheet
      title={title}
      description={about}
      footer={
        mine &&
        theirs && (
          <>
            <Button className="phone:w-full" onClick={() => question.answer('both')}>
              Keep both
            </Button>
            <p className="text-ink-soft">Keeps two lessons. You can delete one later.</p>
          </>
        )
      }
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Version
          heading="This window, not saved yet"
          block={mine}
          other={theirs}
          timeFormat={timeFormat}
          keep={keepMine}
          label={mineLabel}
          onKeep={() => question.answer('mine')}
        />
        <Version
          heading={`Other window${theirTime ? ` · ${theirTime}` : ''}`}
          block={theirs}
          other={mine}
          timeFormat={timeFormat}
          keep={keepTheirs}
          label={theirsLabel}
          onKeep={() => question.answer('theirs')}
        />
      </div>
    </Dialog>
  )
}
