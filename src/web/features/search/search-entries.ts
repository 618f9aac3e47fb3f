/** Lists the search results for the typed text, in display order. */
import type { CalendarRef } from '#web/features/calendar/days/calendar-ref.ts'
import type { HueOf } from '#web/features/calendar/model/hue.ts'
import { isNamed } from '#web/lib/input/asked-commands.ts'
import { COMMAND_GROUPS, type Command } from '#web/lib/input/commands.ts'
import { type Hit, nearestLesson } from './near-today.ts'
import type { FoundLessons, Side } from './use-found.ts'

type SideName = 'coming' | 'past'
export type Entry =
  | { is: 'hit'; id: string; hit: Hit }
  | { is: 'more'; id: string; side: SideName; label: string; hidden: number; isBusy: boolean }
  | { is: 'command'; id: string; command: Command }
export type Section = {
  id: string
  label: string
  /** The date of the nearest lesson, in the section's heading. */
  nearest?: { words: string; date: string } | undefined
  entries: Entry[]
}

/** The number of results listed in each direction until the teacher asks for more. */
const FEW = 4

const NAMES = { coming: 'Coming up', past: 'Already taught' } as const
const NEAREST = { coming: 'Next', past: 'Last taught' } as const

const sideSection = (name: SideName, side: Side, isWhole: boolean): Section => {
  const shown = isWhole ? side.hits : side.hits.slice(0, FEW)
  const hidden = side.hits.length - shown.length
  const nearest = nearestLesson(side.hits)
  const hits = shown.map((hit): Entry => ({ is: 'hit', id: `found-${hit.date}-${hit.find.blockId ?? hit.find.kind}`, hit }))
  // A number is shown only if it's exact. The server may know more results than are loaded.
  const label = side.hasMore ? 'More…' : `${hidden} more…`
  const more: Entry[] =
    hidden > 0 || side.hasMore ? [{ is: 'more', id: `more-${name}`, side: name, label, hidden, isBusy: side.isLoadingMore }] : []
  return {
    id: name,
    label: NAMES[name],
    nearest: nearest === undefined ? undefined : { words: NEAREST[name], date: nearest },
    entries: [...hits, ...more],
  }
}

const commandSection = (id: string, label: string, commands: readonly Command[]): Section => ({
  id,
  label,
  entries: commands.map((command) => ({ is: 'command', id: command.id, command })),
})

const isDate = ({ id }: Command): boolean => id.startsWith('go-to-')
const isNewLesson = ({ id }: Command): boolean => id === 'add-titled'

type Listed = { typed: string; commands: readonly Command[]; found: FoundLessons; whole: Readonly<Record<SideName, boolean>> }

/**
 * Returns the sections of the list. Without text, all commands. Otherwise, dates and commands whose name starts with the text, then lessons
 * that are coming up, lessons already taught, and all other commands that fit. Text that no command fits can become a lesson's title.
 */
export const sectionsFor = ({ typed, commands, found, whole }: Listed): Section[] => {
  const isBlank = typed.trim() === ''
  const dates = commands.filter(isDate)
  const named = commands.filter((command) => !isDate(command) && !isNewLesson(command) && isNamed(command, typed))
  const isTitle = commands.every(isNewLesson)
  const others = commands.filter((command) => !isDate(command) && !named.includes(command) && (isTitle || !isNewLesson(command)))
  const sections = isBlank
    ? COMMAND_GROUPS.map((group) =>
        commandSection(
          group,
          group,
          commands.filter((command) => command.group === group),
        ),
      )
    : [
        commandSection('dates', 'Dates', dates),
        commandSection('commands', 'Commands', named),
        sideSection('coming', found.coming, whole.coming),
        sideSection('past', found.past, whole.past),
        commandSection('more-commands', named.length > 0 ? 'More commands' : 'Commands', others),
      ]
  return sections.filter(({ entries }) => entries.length > 0)
}

/** True for an entry that Enter may choose before the lessons have arrived: a date, or a command whose name was typed. */
export const isSureEntry = (entry: Entry, typed: string): boolean =>
  entry.is === 'command' && (typed.trim() === '' || isDate(entry.command) || isNamed(entry.command, typed))

const isHidden = (entry: Entry): boolean => entry.is === 'hit' && entry.hit.find.kind === 'lesson' && entry.hit.isBlocked

/** Returns the entry that Enter chooses: the nearest that no blocked day hides. A lesson is never added unless the teacher moves there. */
export const nearestOf = (entries: readonly Entry[]): Entry | undefined => {
  const answers = entries.filter((entry) => entry.is !== 'command' || !isNewLesson(entry.command))
  return answers.find((entry) => !isHidden(entry)) ?? answers[0]
}

/** True if the list has no answer to the typed text, only a way to add it. */
export const hasNoMatch = (sections: readonly Section[]): boolean =>
  sections.every(({ entries }) => entries.every((entry) => entry.is === 'command' && isNewLesson(entry.command)))

const ON_DEVICE = 'Can’t reach Firstbell. Searching the weeks on this device.'

/** Returns what to tell the teacher about the search, or an empty string if the list speaks for itself. */
export const saidOf = (found: FoundLessons, typed: string, isEmpty: boolean, isLimited: boolean): string => {
  const count = found.coming.hits.length + found.past.hits.length
  if (found.error) return `Couldn’t search your lessons. ${found.error.message}`
  if (found.isWaiting) return count === 0 ? 'Searching your lessons…' : ''
  if (found.isOnDevice) return count === 0 ? `${ON_DEVICE} No lessons match there.` : ON_DEVICE
  if (!found.isComplete) return 'Still indexing older lessons, so some may be missing.'
  if (count === 0 && isLimited) return 'No lessons match in this period.'
  return isEmpty ? `Nothing matches “${typed.trim()}”. Try another word or a date.` : ''
}

export type RowContext = { today: string; calendar: CalendarRef; hueOf: HueOf }
