import { useEffect } from 'react'

let open = 0

/**
 * Makes the page behind open dialogs unreachable (`inert` on #root). Supports nested dialogs. Radix only sets aria-hidden there, and axe
 * rightly flags focusable elements inside hidden elements (radix-ui/primitives#3593). Remove this once Radix sets `inert` itself. Call it
 * in the component that renders the dialog, so that its effect runs after Radix has recorded the focused element.
 */
export const useInertRoot = (isOpen: boolean): void => {
  useEffect(() => {
    if (!isOpen) return
    const root = document.getElementById('root')
    open += 1
    root?.setAttribute('inert', '')
    return () => {
      open -= 1
      if (open === 0) root?.removeAttribute('inert')
    }
  }, [isOpen])
}
