/**
 * Called while a pointer is down, or as it leaves: the click that comes of it does nothing but run `then`. A click by key,
 * and the next press, are not touched.
 */
export const swallowClick = (then?: () => void): void => {
  const over = new AbortController()
  const swallow = (event: MouseEvent) => {
    // The browser makes one of Enter too.
    if (event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
    over.abort()
    then?.()
  }
  window.addEventListener('click', swallow, { capture: true, signal: over.signal })
  window.addEventListener('pointerdown', () => over.abort(), { capture: true, signal: over.signal })
}
