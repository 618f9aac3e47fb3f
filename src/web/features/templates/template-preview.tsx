import { Bell } from 'lucide-react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { formatTimes } from '#shared/dates.ts'
import { useTitleHues } from '#web/features/calendar/days/title-hues.ts'
import { type HueOf, huesOf } from '#web/features/calendar/model/hue.ts'
import { previewOf } from '#web/features/rich-text/preview.ts'
import { PreviewLines } from '#web/features/rich-text/preview-lines.tsx'
import { type DayPlan, replacedInWords } from './apply-plan.ts'
import { daysIn, type ShownBlock, type TemplateBody } from './template-kinds.ts'

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const

type BlockProps = { block: ShownBlock; timeFormat: Preferences['timeFormat']; hueOf: HueOf }

const Block = ({ block, timeFormat, hueOf }: BlockProps) => (
  <li className={`lesson-card ${hueOf(block.title)}`}>
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
    {block.description !== '' && (
      <span className="lesson-card-text">
        <PreviewLines text={previewOf(block.description)} />
      </span>
    )}
    {block.hasAlert && block.alertMessage !== '' && <span className="lesson-card-text">Alert: {block.alertMessage}</span>}
  </li>
)

type BlocksProps = { blocks: readonly ShownBlock[]; timeFormat: Preferences['timeFormat'] }

const Blocks = ({ blocks, timeFormat, hueOf }: BlocksProps & Pick<BlockProps, 'hueOf'>) =>
  blocks.length === 0 ? (
    <p className="text-label text-ink-soft">Empty</p>
  ) : (
    <ul className="pointer-events-none grid gap-1.5 [--card-y:6px]">
      {inDayOrder(blocks).map((block, position) => (
        <Block key={position} block={block} timeFormat={timeFormat} hueOf={hueOf} />
      ))}
    </ul>
  )

/** Returns the hues that the blocks would have if they were the only blocks in a week. */
export const useHueOf = (days: readonly (readonly ShownBlock[])[]): HueOf =>
  huesOf(
    days.map((blocks) => inDayOrder(blocks).map(({ title }) => title)),
    useTitleHues(),
  )

export const BlocksPreview = (props: BlocksProps) => <Blocks {...props} hueOf={useHueOf([props.blocks])} />

type WeekProps = {
  days: readonly (readonly ShownBlock[])[]
  timeFormat: Preferences['timeFormat']
  /** The template's effect on each day, Monday first. The preview says which days lose lessons and which are left out. */
  effects?: readonly DayPlan[]
}

export const WeekPreview = ({ days, timeFormat, effects = [] }: WeekProps) => {
  const hueOf = useHueOf(days)
  return (
    <div className="grid gap-3 sm:grid-cols-3 sm:gap-2 lg:grid-cols-5">
      {WEEKDAYS.map((weekday, index) => (
        <section key={weekday} aria-label={weekday} className="min-w-0">
          <h4 className="mb-1.5 font-text text-small font-semibold tracking-normal text-ink-soft">
            {weekday}
            {effects[index]?.outcome === 'replaced' && (
              <span className="block font-normal text-blocked">{replacedInWords(effects[index])}</span>
            )}
          </h4>
          {effects[index]?.outcome === 'skipped' ? (
            <p className="rounded-control border border-dashed border-line-strong px-3 py-2 text-label text-ink-soft">Day off, left out</p>
          ) : (
            <Blocks blocks={days[index] ?? []} timeFormat={timeFormat} hueOf={hueOf} />
          )}
        </section>
      ))}
    </div>
  )
}

/** Previews a template. Descriptions render as plain text, so no markup in them can run. */
export const TemplatePreview = ({ entry, ...rest }: { entry: TemplateBody } & Omit<WeekProps, 'days'>) => {
  const days = daysIn(entry)
  return entry.kind === 'weekly' ? (
    <WeekPreview days={days} {...rest} />
  ) : (
    <BlocksPreview blocks={days[0] ?? []} timeFormat={rest.timeFormat} />
  )
}
