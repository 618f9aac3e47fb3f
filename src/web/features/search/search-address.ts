import { isDay } from '#shared/dates.ts'
import { MAX_SEARCH } from '#shared/search/contract.ts'

/** What somebody searches for, each empty where they do not say: words, words of the title, and dates. */
export type Asked = { q: string; title: string; from: string; to: string }

/** Reads the search part of an address. What makes no sense is left out. */
export const readAsked = (search: string): Asked => {
  const params = new URLSearchParams(search)
  const words = (name: string) => (params.get(name) ?? '').slice(0, MAX_SEARCH)
  const day = (name: string) => (isDay(params.get(name) ?? '') ? (params.get(name) as string) : '')
  return { q: words('q'), title: words('title'), from: day('from'), to: day('to') }
}

/** The address of a search: `/search?q=fractions&title=Math&from=2026-09-01`. */
export const writeAsked = (asked: Partial<Asked>): string => {
  const params = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''))
  return params.size > 0 ? `/search?${params}` : '/search'
}

/** Whether there is enough to search for: a word of two letters, or of one that is no Latin letter. */
export const isEnough = ({ q, title }: Pick<Asked, 'q' | 'title'>): boolean =>
  [q, title].some((typed) => /[\p{L}\p{N}]{2}|[^\P{L}a-z]/iu.test(typed))
