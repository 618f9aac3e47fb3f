import { Bell } from 'lucide-react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay, formatTime } from '#shared/dates.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type ViewBlockDialogProps = { date: string; block: TimeBlock; timeFormat: Preferences['timeFormat']; onClose: () => void }

/** A time block to read, for a person who may not change it. */
export const ViewBlockDialog = ({ date, block, timeFormat, onClose }: ViewBlockDialogProps) => (
  <Dialog onClose={onClose} title="View Time Block" description={formatDay(date, 'full')}>
    <h3 className="text-title">{block.title}</h3>
    <p className="text-ink-soft tabular">{`${formatTime(block.startTime, timeFormat)} – ${formatTime(block.endTime, timeFormat)}`}</p>
    {block.hasAlert && (
      <p className="mt-1 flex items-center gap-1.5 text-brass-ink">
        <Bell aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="sr-only">Alert: </span>
        {block.alertMessage || 'Alert'}
      </p>
    )}
    <div className="mt-3">
      <RichText html={block.description} />
    </div>
  </Dialog>
)
