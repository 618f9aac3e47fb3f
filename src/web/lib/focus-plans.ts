/** Moves focus to the top of the planner if the focused element was removed, such as the button in a dismissed notice. */
export const focusPlans = (): void => {
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
}
