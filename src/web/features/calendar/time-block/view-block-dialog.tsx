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

type ViewBlockDialogProps = {
  date: string
  block: TimeBlock
  /** The CSS class of the lesson's color. */
  hue: string
  timeFormat: Preferences['timeFormat']
  onClose: () => void
}

/** A read-only time block dialog. Another user's block can be copied. */
export const ViewBlockDialog = ({ date, block, hue, timeFormat, onClose }: ViewBlockDialogProps) => {
  const { mayTakeOver } = useCalendar()
  const [isCopying, setIsCopying] = useState(false)
  const footer = (
    <>
      <span className="flex-1 phone:hidden" />
      <Button variant="solid" icon={COPY} className="phone:flex-1" onClick={() => setIsCopying(true)}>
        Copy to my planner
      </Button>
    </>
  )
  return (
    <Dialog
      onClose={onClose}
      title="View Time Block"
      isTitleQuiet
      isSheet
      description={formatDay(date, 'full')}
      footer={mayTakeOver && footer}
    >
      <div className="flex gap-3">
        <span aria-hidden="true" className="w-1 shrink-0 rounded-full" style={{ background: `var(--hue-${hue.slice(1)})` }} />
        <div className="min-w-0">
          <h3 className="text-heading-large leading-tight wrap-anywhere">{block.title}</h3>
          <p className="mt-0.5 text-ink-soft tabular">{`${formatTime(block.startTime, timeFormat)} – ${formatTime(block.endTime, timeFormat)}`}</p>
        </div>
      </div>
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
