import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { MAX } from '#shared/limits.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useUser } from '#web/features/people/data.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { foundQuery } from './data.ts'
import { FoundDays } from './found-days.tsx'
import { isEnough, readSearchQuery, type SearchQuery, writeAsked } from './search-address.ts'
import { useSettled } from './use-settled.ts'

type SearchFormProps = { asked: SearchQuery; onChange: (asked: SearchQuery) => void }

const SearchForm = ({ asked, onChange }: SearchFormProps) => (
  <search>
    <form
      className="grid grid-cols-[2fr_1.4fr_auto_auto] gap-3 small:grid-cols-[repeat(auto-fit,minmax(170px,1fr))]"
      onSubmit={(event) => event.preventDefault()}
    >
      <Field label="Search for" className="small:col-span-full">
        {(wiring) => (
          <TextInput
            {...wiring}
            type="search"
            autoFocus
            autoComplete="off"
            maxLength={MAX.search}
            value={asked.q}
            onChange={(event) => onChange({ ...asked, q: event.target.value })}
          />
        )}
      </Field>
      <Field label="Class or title" className="small:col-span-full">
        {(wiring) => (
          <TextInput
            {...wiring}
            autoComplete="off"
            maxLength={MAX.search}
            value={asked.title}
            onChange={(event) => onChange({ ...asked, title: event.target.value })}
          />
        )}
      </Field>
      <Field label="From">
        {(wiring) => (
          <TextInput {...wiring} type="date" value={asked.from} onChange={(event) => onChange({ ...asked, from: event.target.value })} />
        )}
      </Field>
      <Field label="To">
        {(wiring) => (
          <TextInput {...wiring} type="date" value={asked.to} onChange={(event) => onChange({ ...asked, to: event.target.value })} />
        )}
      </Field>
    </form>
  </search>
)

/** The results for the search in the URL. */
const Results = ({ asked }: { asked: SearchQuery }) => {
  const calendar = useOwnCalendar()
  const { timeFormat } = useUser().preferences
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } = useInfiniteQuery({
    ...foundQuery(calendar, asked),
    enabled: isEnough(asked),
  })
  const days = data?.pages.flatMap((page) => page.days) ?? []
  const count = days.reduce((sum, { finds }) => sum + finds.length, 0)
  const said = hasNextPage ? `Latest ${count} results` : count === 1 ? '1 result' : `${count} results`
  if (!isEnough(asked))
    return (
      <EmptyState
        title="Search every lesson, every year"
        description="Try a topic, a book, or a class. Notes and blocked days are searched, too."
      />
    )
  if (error && !isFetchingNextPage && days.length === 0)
    return <ErrorState title="Couldn’t search your lessons" description={error.message} busy={isFetching} onRetry={() => void refetch()} />
  return (
    <div className="grid gap-4" aria-busy={isFetching}>
      <p role="status" className="text-ink-soft">
        {data && count > 0 && said}
        {!data && 'Searching…'}
        {data?.pages.some(({ isComplete }) => !isComplete) && ' Still indexing older lessons, so some may be missing.'}
      </p>
      {data && count === 0 && !isFetching && (
        <EmptyState title="No lessons match" description="Try fewer words, or just the start of one." />
      )}
      <FoundDays days={days} timeFormat={timeFormat} />
      {error && days.length > 0 && (
        <p role="alert" className="font-medium text-blocked">
          {error.message}
        </p>
      )}
      {hasNextPage && (
        <Button className="justify-self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** Searches the text of lessons from all years. The URL contains the query. */
export const SearchPage = () => {
  const search = useSearch()
  const [typed, setTyped] = useState(() => readSearchQuery(search))
  const written = useSettled(writeAsked(typed))
  usePageTitle('Search Lessons')
  useEffect(() => navigate(written, { replace: true }), [written])
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-[860px] content-start gap-5 px-5 py-6 small:px-4">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="flex-1 text-heading-large">Search Lessons</h1>
        <Link href="/dashboard" className="font-semibold text-brand underline small:py-3 print:hidden">
          Back to the planner
        </Link>
      </div>
      <SearchForm asked={typed} onChange={setTyped} />
      <Results asked={readSearchQuery(search)} />
    </main>
  )
}
