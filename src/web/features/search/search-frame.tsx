/** Where the search appears: under its field in the planner's bar, or on the whole screen of a phone. */
import { X } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isPressOf } from '#web/lib/input/shortcut.ts'
import { useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useInertRoot } from '#web/ui/inert-root.ts'
import './search.css'

type FrameProps = { field: ReactNode; onClose: () => void; children: ReactNode }

const keysOf = (onClose: () => void) => (event: KeyboardEvent) => {
  // The browser would search the web.
  if (isPressOf('Mod+k', event)) event.preventDefault()
  // Escape first closes the menu with the school years.
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  onClose()
}

/** Minimum width of the field in pixels, on a bar that has the room because other controls are in the tools sheet. */
const NARROW_BAR_WIDTH = 200

/**
 * Returns how far the field's right edge is from the bar's right edge, and the field's width, in pixels. It covers the closed field and the
 * view switch before it.
 */
const usePlace = (place: HTMLElement) => {
  const isWide = useMedia(WIDE_SCREEN)
  const measure = () => {
    const bar = place.closest('.planner-bar')
    const { right, left } = place.getBoundingClientRect()
    const start = bar?.querySelector('[role=radiogroup]')?.getBoundingClientRect().left ?? left
    return { right: (bar?.getBoundingClientRect().right ?? right) - right, width: Math.max(right - start, isWide ? 0 : NARROW_BAR_WIDTH) }
  }
  const [measured, setMeasured] = useState(measure)
  useLayoutEffect(() => {
    const again = () => setMeasured(measure())
    window.addEventListener('resize', again)
    return () => window.removeEventListener('resize', again)
  })
  return measured
}

/** True if an element is in the search or in its menu. */
const isWithin = (frame: Element | null, target: EventTarget | null): boolean =>
  target instanceof Element && (frame?.contains(target) || target.closest('[role=menu]') !== null)

/** The focus stays in the text field when a mouse or a finger presses something below it. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Covers the search field in the bar with a text field, and lists the results under it. The week stays in sight. */
export const HangingSearch = ({ place, field, onClose, children }: FrameProps & { place: HTMLElement }) => {
  const { right, width } = usePlace(place)
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (!isWithin(frame.current, target)) onClose()
    }
    window.addEventListener('pointerdown', press, { capture: true })
    return () => window.removeEventListener('pointerdown', press, { capture: true })
  }, [onClose])
  const leave = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !isWithin(currentTarget, relatedTarget)) onClose()
  }
  return (
    <>
      {createPortal(<div aria-hidden="true" className="search-veil motion-fade" />, document.body)}
      {createPortal(
        <search ref={frame} data-search-open="" className="contents" onBlur={leave} onKeyDown={keysOf(onClose)}>
          <div className="search-field" style={{ right, width }}>
            {field}
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is */}
          <div onMouseDown={keepFocus} className="search-panel motion-rise" style={{ right: `max(8px, min(100% - 648px, ${right}px))` }}>
            {children}
          </div>
        </search>,
        place,
      )}
    </>
  )
}

/** Shows the search on the whole screen. */
export const FullScreenSearch = ({ field, onClose, children }: FrameProps) => {
  useInertRoot(true)
  return createPortal(
    <div
      role="dialog"
      aria-modal="true"
      aria-label="Search"
      className="fixed inset-0 z-40 flex flex-col bg-surface text-ink"
      onKeyDown={keysOf(onClose)}
    >
      <div className="flex items-center gap-2 border-b border-line py-1.5 pr-1 pl-2.5">
        {field}
        <Button variant="ghost" className="px-3! text-brand!" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {children}
    </div>,
    document.body,
  )
}

/** Clears the text on a phone. */
export const ClearButton = ({ onClear }: { onClear: () => void }) => (
  <IconButton variant="ghost" label="Clear" onMouseDown={keepFocus} onClick={onClear}>
    <X className="size-[18px]" />
  </IconButton>
)
