/** The page's views, which are its sections. The address's hash names the view, so that the phone's Back button leaves it. */
import { find, findAll } from './page.ts'

const VIEWS = ['now', 'day', 'room', 'emergency', 'report'] as const
export type View = (typeof VIEWS)[number]

export const viewNow = (): View => VIEWS.find((view) => `#${view}` === location.hash && find(`[data-in~="${view}"]`)) ?? 'now'

/** Shows the view of the address, and runs `onShow` for each view. */
export const showViews = (onShow: (view: View) => void): void => {
  const show = (isFirst: boolean) => {
    const view = viewNow()
    document.documentElement.dataset['view'] = view
    for (const part of findAll('[data-in]')) part.hidden = !part.dataset['in']?.split(' ').includes(view)
    onShow(view)
    if (isFirst) return
    window.scrollTo(0, 0)
    if (view === 'day') find('.lit')?.scrollIntoView({ block: 'center' })
    // Screen readers continue at the heading of the view.
    find(view === 'now' ? 'h1' : `#h-${view}`)?.focus({ preventScroll: true })
  }
  window.addEventListener('hashchange', () => show(false))
  show(true)
}
