/** Milliseconds between writing the plan into its window and the print dialog. */
const PRINT_DELAY_MS = 100

/** An empty window for a plan that is on its way; null where the browser blocks it. Call it in the click handler itself. */
export const openPrintWindow = (): Window | null => {
  const opened = window.open('', '_blank')
  if (!opened) return null
  opened.document.title = 'Substitute plan'
  opened.document.body.textContent = 'The substitute plan is being put together…'
  return opened
}

/**
 * Puts a plan into its window and prints it. The window has this page's policy: nothing in it can run. A window that
 * was closed in the meantime is left alone.
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
