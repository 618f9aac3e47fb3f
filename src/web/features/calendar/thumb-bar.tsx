import { CalendarDays, Menu, Plus } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

const MONTH = <CalendarDays className="size-[18px]" />
const TOOLS = <Menu className="size-[18px]" />
const PLUS = <Plus className="size-[18px]" />
const SIDE = 'h-12! w-[76px] max-[350px]:w-16 flex-col gap-0.5! px-1! text-small!'

type ThumbBarProps = {
  /** Undefined if the user can't add time blocks. */
  onAdd: (() => void) | undefined
  /** False if something else on the page is the main action. */
  isAddMain: boolean
  /** Called when a dialog is likely to open soon. */
  onApproach: () => void
  onCalendar: () => void
  onTools: () => void
}

/** The buttons at the bottom of a phone's screen, within thumb reach. On short screens, they are at the end of the page. */
export const ThumbBar = ({ onAdd, isAddMain, onApproach, onCalendar, onTools }: ThumbBarProps) => (
  <div
    data-bottom-bar=""
    className="z-20 flex items-center short:mt-auto not-short:fixed not-short:inset-x-0 not-short:bottom-0 justify-between gap-3 px-4 max-[350px]:gap-2 max-[350px]:px-3 pt-1 pb-[calc(12px+env(safe-area-inset-bottom))] bg-paper before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-4 before:bg-linear-to-t before:from-paper before:to-transparent"
  >
    <Button icon={MONTH} aria-haspopup="dialog" data-opens="month" className={SIDE} onClick={onCalendar}>
      Month
    </Button>
    {onAdd && (
      <Button
        variant={isAddMain ? 'solid' : 'outline'}
        icon={PLUS}
        data-tutorial="time-blocks"
        className="h-[50px]! min-w-0 max-w-[220px] flex-1 rounded-full! max-[350px]:px-2.5! shadow-float"
        onPointerDown={onApproach}
        onFocus={onApproach}
        onClick={onAdd}
      >
        Add lesson
      </Button>
    )}
    <Button icon={TOOLS} aria-haspopup="dialog" data-opens="tools" className={SIDE} onClick={onTools}>
      Tools
    </Button>
  </div>
)
