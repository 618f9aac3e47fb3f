import { clsx } from 'clsx'
import { ArrowLeftRight, CalendarOff, Check, CopyPlus, CornerDownRight, Minus, StickyNote } from 'lucide-react'
import { useMemo } from 'react'
import { formatTime } from '#shared/dates.ts'
import type { ImportEntry } from '#shared/imports/contract.ts'
import { useOwnColors } from '#web/features/calendar/days/colors.ts'
import { type HueOf, huesOf } from '#web/features/calendar/model/hue.ts'
import { useUser } from '#web/features/people/data.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { useGrowingList } from '#web/lib/use-growing-list.ts'
import { dateInWords, dayInWords, daysOf, isComingIn, markerOf } from './import-words.ts'
import './imports.css'

type Day = ReturnType<typeof daysOf>[number]

const MARKS = { dayOff: { Icon: CalendarOff, word: 'Day off' }, note: { Icon: StickyNote, word: 'Note' } } as const

const ICONS = { add: CopyPlus, fill: CornerDownRight, replace: ArrowLeftRight, keep: Minus, same: Check } as const
const TONES = {
  add: 'bg-brass-soft text-brass-ink',
  fill: 'bg-brand-soft text-brand',
  replace: 'bg-blocked-soft text-blocked',
  keep: 'bg-sunken text-ink-soft',
  same: 'bg-sunken text-ink-soft',
} as const

/** Says what happens where a lesson is there already, with an icon. */
const Marker = ({ entry }: { entry: ImportEntry }) => {
  const words = markerOf(entry)
  if (!words) return null
  const Icon = ICONS[entry.outcome]
  return (
    <span className={clsx('import-marker rounded-full', TONES[entry.outcome])}>
      <Icon aria-hidden="true" className="size-[13px] shrink-0" />
      <span className="truncate">{words}</span>
    </span>
  )
}

const Row = ({ entry, hue, timeFormat }: { entry: ImportEntry; hue: string; timeFormat: '12' | '24' }) => {
  const { kind, title, startTime, words } = entry
  const mark = kind === 'lesson' ? undefined : MARKS[kind]
  return (
    <li className={clsx('import-row', !isComingIn(entry) && 'import-row-out')} data-kind={kind}>
      <span aria-hidden="true" className={clsx('import-edge', hue)} />
      <span className="import-time tabular">
        {mark ? <mark.Icon aria-hidden="true" className="ml-auto size-3.5" /> : startTime && formatTime(startTime, timeFormat)}
      </span>
      <b className="import-title">
        {mark && <span className="import-kind">{mark.word}</span>}
        {title}
      </b>
      <span className="import-words">{words}</span>
      <Marker entry={entry} />
    </li>
  )
}

type PreviewDayProps = { day: Day; hueOf: HueOf; timeFormat: '12' | '24'; today: string }

const PreviewDay = ({ day: { date, entries }, hueOf, timeFormat, today }: PreviewDayProps) => (
  <section className="import-day" style={{ containIntrinsicSize: `auto ${40 + entries.length * 30}px` }}>
    <h4 className="mt-3 mb-0.5 flex flex-wrap items-baseline gap-x-2.5 text-body">
      {dateInWords(date, today)}
      <span className="font-text text-caption font-medium tracking-normal text-ink-soft">{dayInWords(entries)}</span>
    </h4>
    <ul>
      {entries.map((entry, place) => (
        <Row key={place} entry={entry} hue={entry.kind === 'lesson' ? hueOf(entry) : ''} timeFormat={timeFormat} />
      ))}
    </ul>
  </section>
)

/** Returns the color of each lesson. Computed by title, because thousands of lessons have few titles. */
const useHues = (entries: readonly ImportEntry[]): HueOf => {
  const colors = useOwnColors()
  return useMemo(() => {
    const titles = new Map(
      entries.flatMap((entry) => (entry.kind === 'lesson' ? [[`${entry.classId} ${entry.title}`, entry] as const] : [])),
    )
    return huesOf([[...titles.values()]], colors)
  }, [entries, colors])
}

/** The days that come in, with their lessons. Rows far below appear as the list scrolls to them. */
export const PreviewDays = ({ entries }: { entries: readonly ImportEntry[] }) => {
  const { preferences, timezone } = useUser()
  const today = useToday(timezone)
  const days = useMemo(() => daysOf(entries), [entries])
  const hueOf = useHues(entries)
  const { shown, end } = useGrowingList(days)
  return (
    <>
      {shown.map((day) => (
        <PreviewDay key={day.date} day={day} hueOf={hueOf} timeFormat={preferences.timeFormat} today={today} />
      ))}
      <div ref={end} aria-hidden="true" className="h-px" />
    </>
  )
}
