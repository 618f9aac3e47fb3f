import { clsx } from 'clsx'
import { CalendarOff, CornerDownLeft } from 'lucide-react'
import { formatDay, isDay } from '#shared/dates.ts'
import { shownDay } from '#web/features/calendar/days/shown.ts'
import type { Command } from '#web/lib/input/commands.ts'
import { keyName } from '#web/lib/input/shortcut.ts'
import { isMac } from '#web/lib/platform.ts'
import { Keys } from '#web/ui/keys.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { CommandIcon } from './command-icons.tsx'
import { MarkedWords } from './marked-words.tsx'
import { dayInShort, fromToday, type Hit } from './near-today.ts'
import type { Entry, RowContext } from './search-entries.ts'

const ENTER = <CornerDownLeft className="size-4 shrink-0 text-brand phone:hidden" />

const MARKS = { note: { name: 'Note', edge: 'bg-note' }, blockOut: { name: 'Blocked out', edge: 'bg-blocked' } } as const

const HitRow = ({ hit: { date, isBlocked, find }, context }: { hit: Hit; context: RowContext }) => {
  const { today, hueOf } = context
  const mark = find.kind === 'lesson' ? undefined : MARKS[find.kind]
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  return (
    <>
      <span
        aria-hidden="true"
        className={clsx(
          'my-0.5 w-[3px] shrink-0 self-stretch rounded-full',
          mark?.edge ?? hueOf({ title: find.title.join(''), classId: find.classId }),
        )}
      />
      <span className="w-[92px] shrink-0 leading-[1.3] tabular phone:w-[82px] phone:self-start">
        <span className="sr-only">{formatDay(date, 'full')}, </span>
        <b aria-hidden="true" className="block text-label font-semibold phone:text-control">
          <span className="phone:hidden">{isThisYear ? formatDay(date, 'short') : dayInShort(date, today)}</span>
          <span className="hidden phone:inline">{dayInShort(date, today)}</span>
        </b>
        <span className="block text-small text-ink-soft">{fromToday(date, today)}</span>
      </span>
      <span className="min-w-0 flex-1 leading-[1.35]">
        <b className="block text-label font-semibold break-words phone:text-control">
          {mark ? mark.name : <MarkedWords pieces={find.title} />}
          {!mark && isBlocked && (
            <span className="ml-2 text-small font-medium whitespace-nowrap text-blocked">
              <CalendarOff aria-hidden="true" className="mr-1 inline size-3.5 align-[-2px]" />
              Day off
            </span>
          )}
          {find.isLeftOut && <span className="ml-2 text-small font-medium whitespace-nowrap text-ink-soft">Left out on a short day</span>}
        </b>
        {find.excerpt.join('') !== '' && (
          <span className="line-clamp-1 text-caption break-words text-ink-soft phone:line-clamp-2 phone:text-label">
            <MarkedWords pieces={find.excerpt} />
          </span>
        )}
      </span>
    </>
  )
}

const CommandRow = ({ command, context: { today, calendar } }: { command: Command; context: RowContext }) => {
  const date = command.id.startsWith('go-to-') ? command.id.slice('go-to-'.length) : ''
  const day = isDay(date) ? shownDay(calendar, date) : undefined
  const count = day?.lessons.length
  const what = day && (day.marks.isBlocked ? 'day off' : count ? `${count} lesson${count === 1 ? '' : 's'}` : 'nothing planned')
  return (
    <>
      <CommandIcon command={command} />
      <span className="min-w-0 flex-1 truncate phone:whitespace-normal">
        {command.label}
        {isDay(date) && (
          <span className="ml-2.5 font-normal text-ink-soft phone:ml-0 phone:block">
            {[fromToday(date, today), what].filter(Boolean).join(' · ')}
          </span>
        )}
      </span>
      {command.key && (
        <span className="phone:hidden">
          <Keys name={keyName(command.key, isMac)} />
        </span>
      )}
    </>
  )
}

/** The content of an option in the search's list. */
export const EntryRow = ({ entry, isPointed, context }: { entry: Entry; isPointed: boolean; context: RowContext }) => {
  if (entry.is === 'command') return <CommandRow command={entry.command} context={context} />
  if (entry.is === 'more')
    return (
      <span className="flex items-center gap-2 pl-[117px] text-label font-semibold text-brand phone:pl-[107px]">
        {entry.label}
        {entry.isBusy && <Spinner className="size-3.5" />}
      </span>
    )
  return (
    <>
      <HitRow hit={entry.hit} context={context} />
      {isPointed && ENTER}
    </>
  )
}
