import { useEffect } from 'react'

let isFirstPage = true

/**
 * Sets the document title. After a client-side navigation, also focuses <main> so keyboard and screen reader users start at the top
 * of the new page. On the first load, keeps the browser's default focus. Without a title, leaves it to another part of the page.
 */
export const usePageTitle = (title: string | null): void => {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Firstbell`
  }, [title])

  useEffect(() => {
    if (!isFirstPage) document.querySelector('main')?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
}
