import { navigate } from 'wouter/use-browser-location'

let kept: string | undefined

/** Shows a plan on a page of the app, where no window may be opened. It is gone with the next load: it holds student notes. */
export const showPlanOnPage = (plan: string): void => {
  kept = plan
  navigate('/sub-plan')
}

export const planOnPage = (): string | undefined => kept
