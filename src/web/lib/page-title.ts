import { useEffect } from 'react'

let isFirstPage = true

/**
 * Names the page in the browser's tab. When a page replaces another, focus goes to its <main>, so that a
 * keyboard or a screen reader starts at the top of what is new; at the first load the browser's own start stands.
 */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Firstbell`
  }, [title])

  useEffect(() => {
    if (!isFirstPage) document.querySelector('main')?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
}
