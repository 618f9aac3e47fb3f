/** Suppresses the click and mouse events that follow a touch. Call it when the finger lifts. */
export const swallowTouch = (): void => {
  const left = new AbortController()
  const swallow = (event: TouchEvent) => {
    event.preventDefault()
    left.abort()
  }
  window.addEventListener('touchend', swallow, { capture: true, passive: false, signal: left.signal })
  window.addEventListener('touchcancel', () => left.abort(), { capture: true, signal: left.signal })
}
