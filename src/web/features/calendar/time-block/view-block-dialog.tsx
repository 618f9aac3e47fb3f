import { Bell, Copy } from 'lucide-react'
import { useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay, formatTime } from '#shared/dates.ts'
import { TakeOverDialog } from '#web/features/calendar/day-actions/take-over-dialog.tsx'
import { useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const COPY = <Copy className="size-4" />

type ViewBlockDialogProps = { date: string; block: TimeBlock; timeFormat: Preferences['timeFormat']; onClose: () => void }

/** A read-only time block dialog. Another user's block can be copied. */
export const ViewBlockDialog = ({ date, block, timeFormat, onClose }: ViewBlockDialogProps) => {
  const { mayTakeOver } = useCalendar()
  const [isCopying, setIsCopying] = useState(false)
  const footer = (
    <>
      <span className="flex-1" />
      <Button variant="solid" icon={COPY} onClick={() => setIsCopying(true)}>
        Copy to my planner
      </Button>
    </>
  )
  return (
    <Dialog onClose={onClose} title="View Time Block" description={formatDay(date, 'full')} footer={mayTakeOver && footer}>
      <h3 className="text-title">{block.title}</h3>
      <p className="text-ink-soft tabular">{`${formatTime(block.startTime, timeFormat)} – ${formatTime(block.endTime, timeFormat)}`}</p>
      {block.hasAlert && (
        <p className="mt-1 flex items-center gap-1.5 text-brass-ink">
          <Bell className="size-3.5 shrink-0" />
          <span className="sr-only">Alert: </span>
          {block.alertMessage || 'Alert'}
        </p>
      )}
      <div className="mt-3">
        <RichText html={block.description} />
      </div>
      {isCopying && <TakeOverDialog date={date} lessons={[block]} isLesson onClose={onClose} />}
    </Dialog>
  )
}
