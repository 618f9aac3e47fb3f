import { useEffect } from 'react'

let open = 0

/**
 * Makes the page behind an open dialog unreachable (`inert` on #root), nested dialogs counted.
 * Why: Radix only sets aria-hidden there, and axe rightly flags focusable things inside what is hidden
 * (radix-ui/primitives#3593). It may go when Radix sets `inert` itself.
 * Call it in the component around the dialog: its effect then runs after Radix has noted where focus was.
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
