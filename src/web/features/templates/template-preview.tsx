import { clsx } from 'clsx'
import { Bell, CalendarOff, ChevronDown } from 'lucide-react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { formatDay, formatTimes } from '#shared/dates.ts'
import { isBlank } from '#shared/plain-text.ts'
import { useOwnColors } from '#web/features/calendar/days/colors.ts'
import { type HueOf, huesOf } from '#web/features/calendar/model/hue.ts'
import { lineOf, previewOf } from '#web/features/rich-text/preview.ts'
import { previewLines } from '#web/features/rich-text/preview-lines.tsx'
import { PHONE, useMedia } from '#web/lib/use-media.ts'
import { type DayPlan, effectInWords, replacementsOn } from './apply-plan.ts'
import { daysIn, type ShownBlock, type TemplateBody } from './template-kinds.ts'

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const

type BlockProps = {
  block: ShownBlock
  timeFormat: Preferences['timeFormat']
  hueOf: HueOf
  /** The text of the lesson that this one replaces, as HTML. */
  lost?: string | undefined
}

const Block = ({ block, timeFormat, hueOf, lost = '' }: BlockProps) => (
  <li className={clsx('lesson-card', hueOf(block))}>
    <span className="lesson-card-time">
      {formatTimes(block, timeFormat)}
      {block.hasAlert && (
        <span className="lesson-card-alert">
          <Bell />
          <span className="sr-only">Has an alert</span>
        </span>
      )}
    </span>
    <strong className="lesson-card-title">{block.title}</strong>
    {block.description !== '' && <span className="lesson-card-text">{previewLines(previewOf(block.description))}</span>}
    {!isBlank(lost) && (
      <span className="lesson-card-text">
        <del className="block truncate">{lineOf(lost)}</del>
      </span>
    )}
    {block.hasAlert && block.alertMessage !== '' && <span className="lesson-card-text">Alert: {block.alertMessage}</span>}
  </li>
)

type BlocksProps = { blocks: readonly ShownBlock[]; timeFormat: Preferences['timeFormat']; effect?: DayPlan | undefined }

const Gone = ({ title, description }: ShownBlock) => (
  <li className="truncate px-2 text-label text-ink-soft">
    <del>{[title, lineOf(description)].filter(Boolean).join(': ')}</del>
  </li>
)

const Blocks = ({ blocks, timeFormat, hueOf, effect }: BlocksProps & Pick<BlockProps, 'hueOf'>) => {
  if (blocks.length === 0) return effect ? null : <p className="text-label text-ink-soft">Empty</p>
  const { pairs, gone } = effect ? replacementsOn(effect) : { pairs: [], gone: [] }
  const lostBy = new Map<ShownBlock, string>(pairs.map(({ block, replaces }) => [block, replaces?.description ?? '']))
  return (
    <ul className="pointer-events-none grid grid-cols-1 gap-1.5 [--card-y:6px]">
      {inDayOrder(blocks).map((block, position) => (
        <Block key={position} {...{ block, timeFormat, hueOf }} lost={lostBy.get(block)} />
      ))}
      {inDayOrder(gone).map((lesson) => (
        <Gone key={lesson.id} {...lesson} />
      ))}
    </ul>
  )
}

/** Returns the hues that the blocks would have if they were the only blocks in a week. */
export const useHueOf = (days: readonly (readonly ShownBlock[])[]): HueOf =>
  huesOf(
    days.map((blocks) => inDayOrder(blocks)),
    useOwnColors(),
  )

export const BlocksPreview = (props: BlocksProps) => <Blocks {...props} hueOf={useHueOf([props.blocks])} />

const DayOff = ({ text }: { text: string | null | undefined }) => (
  <p className="flex w-full items-start gap-2 rounded-control bg-(image:--hatch) px-2.5 py-2 text-label text-blocked">
    <CalendarOff className="mt-0.5 size-4 shrink-0" aria-hidden />
    {text}
  </p>
)

type WeekProps = {
  days: readonly (readonly ShownBlock[])[]
  timeFormat: Preferences['timeFormat']
  /** The template's effect on each day, Monday first. The preview says which days lose lessons and which are left out. */
  effects?: readonly DayPlan[]
}

const Effect = ({ effect }: { effect: DayPlan }) => (
  <span className={clsx('block font-normal', effect.outcome === 'replaced' ? 'text-ink' : 'text-ink-soft')}>{effectInWords(effect)}</span>
)

const dayName = (weekday: string, effect: DayPlan | undefined) => (effect ? formatDay(effect.date, 'short') : weekday)

type DayProps = BlocksProps & Pick<BlockProps, 'hueOf'> & { weekday: string }

/** On a phone, one line per day that opens: five days of cards would hide the days below Monday. */
const FoldedDay = ({ weekday, effect, ...rest }: DayProps & { effect: DayPlan }) =>
  effect.outcome === 'skipped' || effect.outcome === 'untouched' ? (
    <section aria-label={weekday} className="flex min-h-11 flex-wrap items-center justify-between gap-x-2 px-3 py-2 text-label">
      <h4 className="font-text text-label font-semibold tracking-normal">{dayName(weekday, effect)}</h4>
      <Effect effect={effect} />
      {effect.outcome === 'skipped' && <DayOff text={effect.day?.blockedText} />}
    </section>
  ) : (
    <section aria-label={weekday}>
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-3 text-label [&::-webkit-details-marker]:hidden">
          <h4 className="mr-auto font-text text-label font-semibold tracking-normal">{dayName(weekday, effect)}</h4>
          <Effect effect={effect} />
          <ChevronDown className="size-4 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-180" />
        </summary>
        <div className="px-3 pb-3">
          <Blocks effect={effect} {...rest} />
        </div>
      </details>
    </section>
  )

const DayColumn = ({ weekday, effect, ...rest }: DayProps) => (
  <section aria-label={weekday} className="min-w-0">
    <h4 className="mb-1.5 font-text text-small font-semibold tracking-normal text-ink-soft">
      {dayName(weekday, effect)}
      {effect && <Effect effect={effect} />}
    </h4>
    {effect?.outcome === 'skipped' ? <DayOff text={effect.day?.blockedText} /> : <Blocks effect={effect} {...rest} />}
  </section>
)

export const WeekPreview = ({ days, timeFormat, effects = [] }: WeekProps) => {
  const hueOf = useHueOf(days)
  const isPhone = useMedia(PHONE)
  const isFolded = isPhone && effects.length > 0
  return (
    <div
      className={isFolded ? 'divide-y divide-line rounded-control border border-line' : 'grid gap-3 sm:grid-cols-3 sm:gap-2 lg:grid-cols-5'}
    >
      {WEEKDAYS.map((weekday, index) => {
        const effect = effects[index]
        const day = { weekday, blocks: effect?.blocks ?? days[index] ?? [], timeFormat, hueOf }
        return isFolded && effect ? (
          <FoldedDay key={weekday} {...day} effect={effect} />
        ) : (
          <DayColumn key={weekday} {...day} effect={effect} />
        )
      })}
    </div>
  )
}

/** Previews a template. Descriptions render as plain text, so no markup in them can run. */
export const TemplatePreview = ({ entry, ...rest }: { entry: TemplateBody } & Omit<WeekProps, 'days'>) => {
  const days = daysIn(entry)
  return entry.kind === 'weekly' ? (
    <WeekPreview days={days} {...rest} />
  ) : (
    <BlocksPreview blocks={days[0] ?? []} timeFormat={rest.timeFormat} effect={rest.effects?.[0]} />
  )
}
