import { isDay } from '#shared/dates.ts'
import { MAX } from '#shared/limits.ts'

/** A search query: search terms, title terms, and a date range. Empty fields don't filter. */
export type SearchQuery = { q: string; title: string; from: string; to: string }

/** Parses a URL's query string. Ignores invalid values. */
export const readSearchQuery = (search: string): SearchQuery => {
  const params = new URLSearchParams(search)
  const words = (name: string) => (params.get(name) ?? '').slice(0, MAX.search)
  const day = (name: string) => (isDay(params.get(name) ?? '') ? (params.get(name) as string) : '')
  return { q: words('q'), title: words('title'), from: day('from'), to: day('to') }
}

/** Returns the URL for a search: `/search?q=fractions&title=Math&from=2026-09-01`. */
export const writeAsked = (asked: Partial<SearchQuery>): string => {
  const params = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''))
  return params.size > 0 ? `/search?${params}` : '/search'
}

/** Returns true if the query is long enough: two letters or digits in a row, or one letter outside A-Z. */
export const isEnough = ({ q, title }: Pick<SearchQuery, 'q' | 'title'>): boolean =>
  [q, title].some((typed) => /[\p{L}\p{N}]{2}|[^\P{L}a-z]/iu.test(typed))
