import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatTimes } from '#shared/dates.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'

type BlockReadingProps = { block: TimeBlock; timeFormat: Preferences['timeFormat'] }

/** A read-only time block in a dialog, with all its content. */
export const BlockReading = ({ block, timeFormat }: BlockReadingProps) => (
  <>
    <p className="font-display text-title font-bold">{block.title}</p>
    <p className="text-label text-ink-soft tabular">{formatTimes(block, timeFormat)}</p>
    {block.hasAlert && <p className="text-label text-brass-ink">Alert: {block.alertMessage}</p>}
    <RichText html={block.description} />
  </>
)
