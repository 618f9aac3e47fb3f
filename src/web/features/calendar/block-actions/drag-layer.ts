/** Draws the drag preview: the block at the pointer, the target day, and the insertion line. */
import './drag-layer.css'

type DragView = {
  /** The pointer's position in px. */
  x: number
  y: number
  /** Message saying where the block would land or why it can't be dropped here. */
  message: string
  isRefused: boolean
  /** The day under the pointer, and the insertion line's y position in px. */
  zone: DOMRect | null
  line: number | null
}

export type DragLayer = { draw: (view: DragView) => void; close: () => void }

const part = (className: string, inside: HTMLElement): HTMLElement => {
  const element = document.createElement('div')
  element.className = className
  inside.append(element)
  return element
}

const put = (element: HTMLElement, box: { left: number; top: number; width?: number; height?: number } | null): void => {
  element.hidden = !box
  if (!box) return
  element.style.transform = `translate(${Math.round(box.left)}px, ${Math.round(box.top)}px)`
  if (box.width !== undefined) element.style.width = `${box.width}px`
  if (box.height !== undefined) element.style.height = `${box.height}px`
}

/**
 * Opens the layer over the page. The layer ignores pointer events. It is hidden from screen readers because the toast announces the result.
 */
export const openDragLayer = ({ title, hue, isTouch }: { title: string; hue: string; isTouch: boolean }): DragLayer => {
  const layer = part('drag-layer', document.body)
  layer.setAttribute('aria-hidden', 'true')
  const zone = part('drag-zone', layer)
  const line = part('drag-line', layer)
  const ghost = part(`drag-ghost ${hue}`, layer)
  const message = part('drag-message', ghost)
  part('drag-title', ghost).textContent = title
  document.documentElement.classList.add('is-dragging')
  return {
    draw: (view) => {
      put(zone, view.zone)
      put(line, view.zone && view.line !== null ? { left: view.zone.left + 8, top: view.line - 1.5, width: view.zone.width - 16 } : null)
      message.textContent = view.message
      ghost.toggleAttribute('data-refused', view.isRefused)
      // Place the ghost next to a mouse pointer, but above a finger, which would cover it.
      const { offsetWidth, offsetHeight } = ghost
      const left = isTouch ? view.x - offsetWidth / 2 : view.x + 12
      const top = isTouch ? view.y - offsetHeight - 24 : view.y + 10
      put(ghost, {
        left: Math.min(Math.max(left, 8), window.innerWidth - offsetWidth - 8),
        top: Math.min(Math.max(top, 8), window.innerHeight - offsetHeight - 8),
      })
    },
    close: () => {
      layer.remove()
      document.documentElement.classList.remove('is-dragging')
    },
  }
}
