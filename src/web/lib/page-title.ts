import { useEffect } from 'react'

let isFirstPage = true

const write = (title: string): void => {
  document.title = `${title} · Firstbell`
}

/**
 * Sets the document title. After a client-side navigation, also focuses <main> so keyboard and screen reader users start at the top
 * of the new page. On the first load, keeps the browser's default focus. Without a title, leaves it to another part of the page.
 */
export const usePageTitle = (title: string | null): void => {
  useEffect(() => {
    if (title !== null) write(title)
  }, [title])

  useEffect(() => {
    if (!isFirstPage) document.querySelector('main')?.focus({ preventScroll: true })
    isFirstPage = false
  }, [])
}

/** Replaces the document title while the component is mounted, e.g. while a dialog is open, and restores the previous one afterwards. */
export const useTitleMeanwhile = (title: string): void =>
  useEffect(() => {
    const before = document.title
    write(title)
    return () => {
      document.title = before
    }
  }, [title])
