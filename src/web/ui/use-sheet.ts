import { type PointerEvent, useRef } from 'react'
import { PHONE } from '#web/lib/use-media.ts'

/** How far down a sheet has to be dragged for it to close, in pixels. */
const AWAY_PX = 80

/**
 * A ref callback for a dialog. Sets `--keyboard` to the height that the on-screen keyboard covers, in pixels, because `dvh` ignores the
 * keyboard in most mobile browsers. Zooming in doesn't count as a keyboard.
 */
export const aboveKeyboard = (dialog: HTMLElement | null): (() => void) | undefined => {
  const shown = window.visualViewport
  if (!dialog || !shown) return undefined
  const follow = () => {
    const covered = shown.scale > 1 ? 0 : Math.max(0, Math.round(window.innerHeight - shown.offsetTop - shown.height))
    dialog.style.setProperty('--keyboard', `${covered}px`)
  }
  follow()
  shown.addEventListener('resize', follow)
  shown.addEventListener('scroll', follow)
  return () => {
    shown.removeEventListener('resize', follow)
    shown.removeEventListener('scroll', follow)
  }
}

/** Returns listeners for a sheet's heading. Dragging the heading down calls `onAway`. Without `onAway`, nothing can be dragged. */
export const useSheetDrag = (onAway: (() => void) | undefined) => {
  const start = useRef<number | null>(null)
  const drag = (event: PointerEvent): number => Math.max(0, event.clientY - (start.current ?? event.clientY))
  const place = (event: PointerEvent, down: number) => {
    const sheet = event.currentTarget.closest<HTMLElement>('[role=dialog]')
    if (sheet) sheet.style.transform = down > 0 ? `translateY(${down}px)` : ''
  }
  const stop = (event: PointerEvent) => {
    start.current = null
    place(event, 0)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      if (!onAway || !window.matchMedia(PHONE).matches || event.button !== 0 || (event.target as Element).closest('button')) return
      start.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current !== null) place(event, drag(event))
    },
    onPointerUp: (event: PointerEvent) => {
      const isAway = drag(event) >= AWAY_PX
      stop(event)
      if (isAway) onAway?.()
    },
    onPointerCancel: stop,
  }
}
