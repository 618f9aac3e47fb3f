/** The button that was pressed is gone with what it closed: the focus goes to the top of the plans instead. */
export const focusPlans = (): void => {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}
