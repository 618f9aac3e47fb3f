/**
 * Renders the visible toasts and positions them.
 *
 * 1. Toasts never cover a control. On a page they appear at the lower right or the nearest free spot (toast-spot.ts). If there is no free
 *    spot, they are docked at the bottom of the window, and the page ends above them. If an open dialog reaches into the lower right corner, they appear next
 *    to the dialog in a narrower column. If there isn't room for that, they appear inside the dialog under its heading. A page can reserve
 *    a place for toasts outside of dialogs, such as in its head. There they take one line.
 * 2. F8 moves focus to the toasts. Tab and Enter then reach their buttons, and Escape closes the focused toast.
 * 3. A toast closes after 5 seconds, except while the pointer or focus is on it or another window is active. Alerts remain until dismissed.
 */
import { clsx } from 'clsx'
import { type CSSProperties, type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '#web/lib/store.ts'
import { ToastItem } from './toast-item.tsx'
import type { Spot } from './toast-spot.ts'
import { closeToast, type Shown, useToastPlace } from './toast-store.ts'
import { areaOfToasts, PADDING_PX, useDockedHeight, useToastSpot } from './use-toast-spot.ts'

const STAYS_MS = 5000
/** Gives screen readers time to announce the message. */
const ANNOUNCED_MS = 1000
/** Space between a toast and the window's corner. */
const MARGIN_PX = 16
const WIDTH_PX = 400
const NARROWEST_PX = 210

/** Closes the toast with this key when its time is up. Pauses while `isHeld` is true. */
const useCountdown = (key: number | undefined, isHeld: boolean): void => {
  const left = useRef(STAYS_MS)
  useEffect(() => {
    left.current = key === undefined ? 0 : STAYS_MS
  }, [key])
  useEffect(() => {
    if (key === undefined || isHeld) return undefined
    const since = Date.now()
    const timer = setTimeout(() => closeToast(key), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [key, isHeld])
}

/** Whether another window has focus. Tracked from module load so the value is right when the first toast renders. */
const isElsewhere = createStore(false)
window.addEventListener('blur', () => isElsewhere.set(true))
window.addEventListener('focus', () => isElsewhere.set(false))

/** Returns the text for screen readers to announce. Announces each toast only once. */
const useAnnouncement = (latest: Shown | undefined): string => {
  const [read, setRead] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setRead(latest?.key), ANNOUNCED_MS)
    return () => clearTimeout(timer)
  }, [latest])
  if (!latest || read === latest.key) return ''
  const { title, description, action, link } = latest.message
  return ['Notification', title, description, link?.label, action && `${action.label}: press F8, then Tab and Enter`]
    .filter(Boolean)
    .join('. ')
}

const dialogOf = (place: HTMLElement | undefined): Element | null | undefined => place?.closest('[role=dialog], [role=alertdialog]')

/** True if the dialog reaches into the corner where the toasts would appear. */
const reachesCorner = ({ right, bottom }: DOMRect, region: HTMLElement): boolean => {
  const height = (region.firstElementChild?.scrollHeight ?? 0) + 2 * MARGIN_PX
  return right > window.innerWidth - WIDTH_PX && bottom > window.innerHeight - height
}

/**
 * Returns the width available for toasts next to the open dialog, or 0 if they have to appear inside it. Toasts that made room for a dialog
 * don't move back, because users couldn't click them if they kept moving.
 */
const useRoom = (place: HTMLElement | undefined, region: HTMLElement | null, isShown: boolean): number => {
  const [room, setRoom] = useState(WIDTH_PX)
  useLayoutEffect(() => {
    const dialog = dialogOf(place)
    if (!dialog || !region || !isShown) return undefined
    const look = (before: number): number => {
      const box = dialog.getBoundingClientRect()
      const beside = window.innerWidth - box.right
      if (before === WIDTH_PX && !reachesCorner(box, region)) return WIDTH_PX
      return beside < NARROWEST_PX ? 0 : Math.min(beside, WIDTH_PX)
    }
    setRoom(look(WIDTH_PX))
    const again = () => setRoom(look)
    const observer = new ResizeObserver(again)
    observer.observe(region)
    observer.observe(dialog)
    window.addEventListener('resize', again)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', again)
    }
  }, [place, region, isShown])
  return place ? room : WIDTH_PX
}

/** Handles F8 and Escape, the only shortcuts for toasts. */
const useKeys = (region: HTMLElement | null): void => {
  useEffect(() => {
    let before: Element | null = null
    const press = (event: KeyboardEvent) => {
      const isIn = region?.contains(document.activeElement) ?? false
      if (event.key === 'F8') {
        if (!isIn) before = document.activeElement
        region?.focus()
      } else if (event.key === 'Escape' && isIn) {
        // Dialogs listen for Escape on the document.
        event.stopPropagation()
        const key = document.activeElement?.closest<HTMLElement>('[data-toast]')?.dataset['toast']
        if (key) closeToast(Number(key))
        if (before instanceof HTMLElement) before.focus()
      }
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [region])
}

const styleOf = (room: number, spot: Spot | 'docked' | undefined): CSSProperties | undefined => {
  if (room === 0) return undefined
  if (spot === 'docked') return { paddingRight: window.innerWidth - areaOfToasts().right + MARGIN_PX }
  if (!spot) return { width: room }
  return {
    left: spot.left - PADDING_PX,
    right: 'auto',
    bottom: `calc(100dvh - ${spot.bottom + PADDING_PX}px)`,
    width: spot.width + 2 * PADDING_PX,
    maxWidth: 'none',
    maxHeight: `calc(70dvh + ${2 * PADDING_PX}px)`,
    padding: PADDING_PX,
  }
}

export const ToastRegion = ({ toasts }: { toasts: readonly Shown[] }) => {
  const place = useToastPlace()
  const [region, setRegion] = useState<HTMLElement | null>(null)
  const [isPointed, setIsPointed] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isAway = useStore(isElsewhere)
  const room = useRoom(place, region, toasts.length > 0)
  const passing = toasts.find(({ message }) => message.tone !== 'alert')
  const isHeld = isPointed || isFocused
  useCountdown(passing?.key, isHeld || isAway)
  const spot = useToastSpot(region, toasts.length > 0 && !place, isHeld)
  const isDocked = spot === 'docked'
  const isReserved = place !== undefined && !dialogOf(place)
  useDockedHeight(region, isDocked)
  useKeys(region)
  // Removed elements don't fire a leave event.
  if (toasts.length === 0 && (isPointed || isFocused)) {
    setIsPointed(false)
    setIsFocused(false)
  }
  const leave = (event: FocusEvent) => setIsFocused(event.currentTarget.contains(event.relatedTarget))
  return (
    <>
      {createPortal(
        // aria-live: while a Radix dialog is open, Radix hides all other elements from screen readers except those with this attribute.
        <p aria-live="assertive" className="sr-only">
          {useAnnouncement(toasts.at(-1))}
        </p>,
        document.body,
      )}
      {createPortal(
        <section
          ref={setRegion}
          aria-label="Notifications (F8)"
          aria-live="off"
          data-toasts={isReserved ? 'reserved' : isDocked ? 'docked' : ''}
          tabIndex={-1}
          className={clsx(
            'z-60 outline-none print:hidden',
            !isReserved && '@container pointer-events-none',
            // Clips the shadows, so only where the toasts may be higher than their region.
            !isReserved && (toasts.length > 1 ? 'overflow-y-auto' : '[@media(height<700px)]:overflow-y-auto'),
            room === 0 && !isReserved && 'max-h-[40dvh] py-1.5',
            isDocked && 'sticky mt-4 bottom-(--above-bar,0px) max-h-[40dvh] p-4 phone:py-2',
            room > 0 && !isDocked && !isReserved && 'fixed right-0 bottom-0 max-h-[70dvh] max-w-full p-4',
            toasts.length === 0 && 'hidden',
          )}
          style={isReserved ? undefined : styleOf(room, spot)}
          onPointerMove={() => setIsPointed(true)}
          onPointerLeave={() => setIsPointed(false)}
          onFocus={() => setIsFocused(true)}
          onBlur={leave}
        >
          <ol className={clsx('grid gap-2', isDocked && 'not-phone:ml-auto not-phone:max-w-[440px]', isReserved && 'justify-items-end')}>
            {toasts.map(({ key, message }) => (
              <ToastItem key={key} id={key} message={message} onClose={() => closeToast(key)} />
            ))}
          </ol>
        </section>,
        place ?? document.body,
      )}
    </>
  )
}
