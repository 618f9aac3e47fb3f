import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { mondayOf } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'
import { type CalendarRef, useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useColors } from '#web/features/calendar/days/colors.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { huesOf } from '#web/features/calendar/model/hue.ts'
import { askForBlock } from '#web/features/calendar/navigation/asked-block.ts'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useUser } from '#web/features/people/data.ts'
import { useTemplateCommands } from '#web/features/templates/planner/template-commands.ts'
import { useCommandsFor } from '#web/lib/input/asked-commands.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { PHONE, SHORT_SCREEN, useMedia } from '#web/lib/use-media.ts'
import { useCombobox } from '#web/ui/combobox.tsx'
import { Keys } from '#web/ui/keys.tsx'
import { isEnough } from './asked-search.ts'
import type { Chip, Hit, Period } from './near-today.ts'
import { type Entry, hasNoMatch, isSureEntry, nearestOf, type RowContext, saidOf, sectionsFor } from './search-entries.ts'
import { ClearButton, FullScreenSearch, HangingSearch } from './search-frame.tsx'
import { Filters, SearchKeys, SearchList } from './search-panel.tsx'
import { useFound } from './use-found.ts'

const ICON = (
  <Search aria-hidden="true" className="pointer-events-none absolute left-2.5 size-4 text-ink-soft phone:left-3.5 phone:size-[18px]" />
)
/** Which sides list all their results. */
const NOT_WHOLE = { coming: false, past: false }
/** The search's own commands, and Ctrl+P, next to which Print Week and Print Day would look like something else. */
const UNLISTED: readonly string[] = ['palette', 'search', 'print']

type FieldProps = { wiring: ReturnType<typeof useCombobox<Entry>>['field']; typed: string; isFull: boolean; onClear: () => void }

const SearchField = ({ wiring, typed, isFull, onClear }: FieldProps) => (
  <span className="relative flex min-w-0 flex-1 items-center">
    {ICON}
    <input
      {...wiring}
      // biome-ignore lint/a11y/noAutofocus: the teacher opened the search to type
      autoFocus
      aria-label="Search lessons, commands, or dates"
      placeholder="Search"
      enterKeyHint="go"
      maxLength={MAX.search}
      value={typed}
      className={clsx(
        'w-full rounded-control text-ink outline-none placeholder:text-ink-soft',
        'ring-2 ring-brand forced-colors:outline-2 forced-colors:outline-[Highlight]',
        isFull ? 'h-11 bg-sunken pr-12 pl-11 text-large' : 'h-[34px] bg-surface pr-12 pl-8 text-label font-medium small:h-11',
      )}
    />
    <span className="absolute right-1 flex items-center">
      {isFull ? typed !== '' && <ClearButton onClear={onClear} /> : <Keys name="Esc" />}
    </span>
  </span>
)

/** Returns the colors of the lessons: those of the week on screen, and for other titles, the ones they usually have. */
const useHues = (calendar: CalendarRef): RowContext['hueOf'] => {
  const { date } = usePlannerAddress(useToday(useUser().timezone))
  const { data: week } = useWeek(calendar, mondayOf(date))
  const lessons = week?.days.map((day) => day.lessons.map(({ block }) => block)) ?? []
  return huesOf(lessons, useColors(calendar))
}

/** Returns focus to the element that had it, and then runs what the teacher chose, so that its dialogs return focus there as well. */
const useReturn = () => {
  const [opener] = useState(() => document.activeElement)
  const toRun = useRef<() => void>(undefined)
  useEffect(
    () => () =>
      void setTimeout(() => {
        if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus({ preventScroll: true })
        toRun.current?.()
      }),
    [opener],
  )
  return toRun
}

/** Returns the list for the typed text, and what choosing an entry does. */
const useSearch = ({ typed, onType, onClose }: SearchOverlayProps) => {
  const today = useToday(useUser().timezone)
  const calendar = useOwnCalendar()
  const [period, setPeriod] = useState<Period>('all')
  const [chip, setChip] = useState<Chip>()
  const [whole, setWhole] = useState(NOT_WHOLE)
  const found = useFound(typed, period, chip)
  const commands = [...useCommandsFor(typed).filter(({ id }) => !UNLISTED.includes(id)), ...useTemplateCommands(typed)]
  const sections = sectionsFor({ typed, commands, found, whole })
  const entries = sections.flatMap((section) => section.entries)
  const toRun = useReturn()

  const open = ({ date, find }: Hit) => {
    if (find.blockId !== null) askForBlock(date, find.blockId)
    goTo(today, (now) => ({ ...now, date: schoolDayOf(date), calendar: calendar.name }))
  }
  const choose = (entry: Entry) => {
    if (entry.is !== 'more') {
      toRun.current = entry.is === 'command' ? () => entry.command.run() : () => open(entry.hit)
      return onClose()
    }
    combobox.point(entries[entries.indexOf(entry) - 1] ?? entry)
    if (!entry.hidden) found[entry.side].loadMore()
    setWhole({ ...whole, [entry.side]: true })
  }
  const type = (text: string) => {
    setChip(undefined)
    setWhole(NOT_WHOLE)
    onType(text)
  }
  const nearest = nearestOf(entries)
  const combobox = useCombobox<Entry>({
    items: entries,
    idOf: ({ id }) => id,
    onType: type,
    onChoose: choose,
    isSettling: found.isWaiting,
    isSure: (entry) => isSureEntry(entry, typed),
    isFirst: (entry) => entry === nearest,
  })
  const filters = isEnough(typed) && (found.count > 0 || period !== 'all') && { found, period, chip, onPeriod: setPeriod, onChip: setChip }
  return { found, filters, sections, combobox, clear: () => type(''), context: { today, calendar, hueOf: useHues(calendar) } }
}

type SearchOverlayProps = { typed: string; onType: (typed: string) => void; onClose: () => void }

/** Finds lessons by their words, commands by name, and dates. Opens under the search field in the bar, or on a phone's whole screen. */
export const SearchOverlay = (props: SearchOverlayProps) => {
  const { typed, onClose } = props
  const { found, filters, sections, combobox, clear, context } = useSearch(props)
  const [isPhone, isShort] = [useMedia(PHONE), useMedia(SHORT_SCREEN)]
  const place = isPhone || isShort ? null : document.querySelector<HTMLElement>('[data-search-place]')
  const isNothing = hasNoMatch(sections)
  const said = saidOf(found, typed, isNothing, filters !== false && filters.period !== 'all')
  const panel = (
    <>
      {filters && <Filters {...filters} hueOf={context.hueOf} />}
      <SearchList sections={sections} combobox={combobox} context={context} />
      <p role="status" className={clsx('px-4 break-words text-ink-soft', said && (isNothing ? 'pt-4 pb-1' : 'order-1 py-3'))}>
        {said || (found.count > 0 && <span className="sr-only">{`${found.count}${found.hasMore ? ' or more' : ''} found`}</span>)}
      </p>
      <SearchKeys mayEnter={combobox.pointed !== undefined} />
    </>
  )
  const field = <SearchField wiring={combobox.field} typed={typed} isFull={!place} onClear={clear} />
  return place ? (
    <HangingSearch place={place} field={field} onClose={onClose}>
      {panel}
    </HangingSearch>
  ) : (
    <FullScreenSearch field={field} onClose={onClose}>
      {panel}
    </FullScreenSearch>
  )
}
