import { Bell } from 'lucide-react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { inDayOrder } from '#shared/calendar/rules.ts'
import { formatTime } from '#shared/dates.ts'
import { hueOf } from '#web/features/calendar/model/hue.ts'
import { previewOf } from '#web/features/rich-text/preview.ts'
import { daysIn, type ShownBlock, type TemplateBody } from './template-kinds.ts'

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const

type BlockProps = { block: ShownBlock; timeFormat: Preferences['timeFormat'] }

const Block = ({ block, timeFormat }: BlockProps) => (
  <li className={`lesson-card ${hueOf(block.title)}`}>
    <span className="lesson-card-time">
      {`${formatTime(block.startTime, timeFormat)} – ${formatTime(block.endTime, timeFormat)}`}
      {block.hasAlert && (
        <span className="lesson-card-alert">
          <Bell aria-hidden="true" />
          <span className="sr-only">Has an alert</span>
        </span>
      )}
    </span>
    <strong className="lesson-card-title">{block.title}</strong>
    {block.description !== '' && <span className="lesson-card-text">{previewOf(block.description)}</span>}
    {block.hasAlert && block.alertMessage !== '' && <span className="lesson-card-text">Alert: {block.alertMessage}</span>}
  </li>
)

type BlocksProps = { blocks: readonly ShownBlock[]; timeFormat: Preferences['timeFormat'] }

export const BlocksPreview = ({ blocks, timeFormat }: BlocksProps) =>
  blocks.length === 0 ? (
    <p className="text-label text-ink-soft">Nothing</p>
  ) : (
    <ul className="pointer-events-none grid gap-1.5 [--card-y:6px]">
      {inDayOrder(blocks).map((block, position) => (
        <Block key={position} block={block} timeFormat={timeFormat} />
      ))}
    </ul>
  )

type WeekProps = { days: readonly (readonly ShownBlock[])[]; timeFormat: Preferences['timeFormat'] }

export const WeekPreview = ({ days, timeFormat }: WeekProps) => (
  <div className="grid gap-3 sm:grid-cols-5 sm:gap-2">
    {WEEKDAYS.map((weekday, index) => (
      <section key={weekday} aria-label={weekday} className="min-w-0">
        <h4 className="mb-1.5 font-text text-small font-semibold tracking-normal text-ink-soft">{weekday}</h4>
        <BlocksPreview blocks={days[index] ?? []} timeFormat={timeFormat} />
      </section>
    ))}
  </div>
)

/** What a template holds, as plain text: nothing in it can act. */
export const TemplatePreview = ({ entry, timeFormat }: { entry: TemplateBody; timeFormat: Preferences['timeFormat'] }) => {
  const days = daysIn(entry)
  return entry.kind === 'weekly' ? (
    <WeekPreview days={days} timeFormat={timeFormat} />
  ) : (
    <BlocksPreview blocks={days[0] ?? []} timeFormat={timeFormat} />
  )
}
