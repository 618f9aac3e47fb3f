/**
 * Suppresses the click that follows the current pointer press and runs `then` instead. Call it while the pointer is down or as it is
 * released. Keyboard clicks and later presses are unaffected.
 */
export const swallowClick = (then?: () => void): void => {
  const over = new AbortController()
  const swallow = (event: MouseEvent) => {
    // The Enter key also triggers click events, with detail 0.
    if (event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
    over.abort()
    then?.()
  }
  window.addEventListener('click', swallow, { capture: true, signal: over.signal })
  window.addEventListener('pointerdown', () => over.abort(), { capture: true, signal: over.signal })
}
