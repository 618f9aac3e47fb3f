/** Called as a finger leaves: no click and no mouse comes of it. */
export const swallowTouch = (): void => {
  const left = new AbortController()
  const swallow = (event: TouchEvent) => {
    event.preventDefault()
    left.abort()
  }
  window.addEventListener('touchend', swallow, { capture: true, passive: false, signal: left.signal })
  window.addEventListener('touchcancel', () => left.abort(), { capture: true, signal: left.signal })
}
