import { MAX } from '#shared/limits.ts'
import { createStore } from '#web/lib/store.ts'

/** The words that an address asked to search for, until the planner opens its search with them. */
export const askedSearch = createStore<string | null>(null)

/** Returns the words in a URL's query string. Addresses from before search moved into the planner may have the words of a title as well. */
export const wordsIn = (search: string): string => {
  const params = new URLSearchParams(search)
  return [params.get('q'), params.get('title')].filter(Boolean).join(' ').slice(0, MAX.search)
}

/** Returns true if the text is long enough to search for: two letters or digits in a row, or one letter outside A-Z. */
export const isEnough = (typed: string): boolean => /[\p{L}\p{N}]{2}|[^\P{L}a-z]/iu.test(typed)
