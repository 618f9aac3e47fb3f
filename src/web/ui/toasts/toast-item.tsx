import { clsx } from 'clsx'
import { Bell, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import type { ToastMessage, ToastTone } from './toast-store.ts'

const icons = {
  neutral: <Info className="mt-px size-[18px] shrink-0 text-brand" />,
  success: <CircleCheck className="mt-px size-[18px] shrink-0 text-note" />,
  destructive: <TriangleAlert className="mt-px size-[18px] shrink-0 text-blocked" />,
  alert: <Bell className="mt-px size-[18px] shrink-0 fill-brass text-brass-ink" />,
} as const satisfies Record<ToastTone, unknown>
const looks = {
  neutral: 'border-line bg-surface',
  success: 'border-line bg-surface',
  destructive: 'border-blocked bg-surface',
  alert: 'border-brass bg-brass-soft',
} as const satisfies Record<ToastTone, string>

/** Minimum distance of a swipe to the right for it to dismiss the toast, in pixels. */
const AWAY_PX = 50
/** Movements of up to this many pixels count as a click. */
const SLACK_PX = 4

/** Tracks a swipe to the right by finger or mouse. */
const useSwipe = (onAway: () => void) => {
  const from = useRef<number | null>(null)
  const [moved, setMoved] = useState(0)
  const begin = (event: PointerEvent) => {
    if (event.button === 0) from.current = event.clientX
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (from.current === null) return
    const way = Math.max(0, event.clientX - from.current)
    if (way > SLACK_PX) event.currentTarget.setPointerCapture(event.pointerId)
    if (way > SLACK_PX || moved > 0) setMoved(way)
  }
  const end = () => {
    from.current = null
    if (moved >= AWAY_PX) onAway()
    setMoved(0)
  }
  const cancel = () => {
    from.current = null
    setMoved(0)
  }
  return { moved, listeners: { onPointerDown: begin, onPointerMove: move, onPointerUp: end, onPointerCancel: cancel } }
}

/** Longer titles that stand alone aren't bold, and longer actions are below the text. In characters. */
const LONG = { title: 60, action: 12 } as const

/** A toast: a message with an optional action. */
export const ToastItem = ({ id, message, onClose }: { id: number; message: ToastMessage; onClose: () => void }) => {
  const { title, description, tone = 'neutral', action, link } = message
  const { moved, listeners } = useSwipe(onClose)
  const isLong = !description && title.length > LONG.title
  const isBelow = action !== undefined && action.label.length > LONG.action
  return (
    <li
      // biome-ignore lint/a11y/noNoninteractiveTabindex: F8 and Tab move focus here, and Escape then closes the toast
      tabIndex={0}
      data-toast={id}
      className={clsx(
        'motion-toast pointer-events-auto flex touch-pan-y items-start gap-2.5 rounded-card border p-3.5 text-ink shadow-toast select-none @max-[270px]:flex-wrap',
        isBelow && 'flex-wrap',
        action && description && '@max-[400px]:flex-wrap',
        'in-data-[toasts=reserved]:items-center in-data-[toasts=reserved]:py-1 in-data-[toasts=reserved]:pr-2 in-data-[toasts=reserved]:pl-3 in-data-[toasts=reserved]:text-label in-data-[toasts=reserved]:shadow-card',
        looks[tone],
      )}
      style={moved > 0 ? { transform: `translateX(${moved}px)` } : undefined}
      {...listeners}
    >
      {icons[tone]}
      <div className="min-w-0 flex-1 wrap-anywhere">
        <div className={clsx(!isLong && 'font-semibold', 'in-data-[toasts=reserved]:inline')}>{title}</div>{' '}
        {description && <div className="text-ink-soft in-data-[toasts=reserved]:inline">{description}</div>}
        {link && (
          <button
            type="button"
            className="block font-semibold text-brand underline underline-offset-2 hover:no-underline in-data-[toasts=reserved]:inline touch:min-h-11"
            onClick={link.onPress}
          >
            {link.label}
          </button>
        )}
      </div>
      {action && (
        <button
          type="button"
          onClick={() => {
            onClose()
            action.onPress()
          }}
          className={clsx(
            '-my-1 h-8 shrink-0 rounded-lg px-2.5 text-label font-semibold text-brand hover:bg-brand-soft @max-[270px]:order-last @max-[270px]:basis-full @max-[270px]:text-left @max-[270px]:pl-7 touch:h-11',
            isBelow && 'order-last basis-full pl-7! text-left',
            description && '@max-[400px]:order-last @max-[400px]:basis-full @max-[400px]:pl-7! @max-[400px]:text-left',
          )}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        data-tip="Dismiss"
        onClick={onClose}
        className="-m-1 grid size-7 in-data-[toasts=reserved]:m-0 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunken touch:size-11"
      >
        <X className="size-4" />
      </button>
    </li>
  )
}
