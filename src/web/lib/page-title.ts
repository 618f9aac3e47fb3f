import { useEffect } from 'react'

let isFirstPage = true

/**
 * Sets the document title. After a client-side navigation, also focuses <main> so keyboard and screen reader users start at the top
 * of the new page. On the first load, keeps the browser's default focus.
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
