/** Milliseconds between writing the plan to its window and opening the print dialog. */
const PRINT_DELAY_MS = 100

/**
 * Opens a window for a plan that is being generated. Returns null if the browser blocks the window. Call it directly in the click handler.
 */
export const openPrintWindow = (): Window | null => {
  const opened = window.open('', '_blank')
  if (!opened) return null
  opened.document.title = 'Substitute plan'
  opened.document.body.textContent = 'Putting your sub plan together…'
  return opened
}

/**
 * Writes a plan to its window and prints it. The window inherits this page's content security policy, so no script in the plan can run.
 * Does nothing if the user has closed the window.
 */
export const printIn = (opened: Window, plan: string): void => {
  if (opened.closed) return
  opened.document.open()
  opened.document.write(plan)
  opened.document.close()
  setTimeout(() => {
    if (opened.closed) return
    opened.focus()
    opened.print()
  }, PRINT_DELAY_MS)
}
