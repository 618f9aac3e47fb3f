import { CloudAlert, FileQuestion } from 'lucide-react'
import { useUser } from '#web/features/people/data.ts'
import { counted } from '#web/lib/counted.ts'
import { RefusedCall } from '#web/lib/net/api.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { leftOutInWords, recordsInWords, totalsInWords, weekendsInWords } from './import-words.ts'
import { PreviewDays } from './preview-days.tsx'
import { ProblemsCard } from './problems-card.tsx'
import { Progress, useIsSlow } from './progress.tsx'
import { sizeInWords } from './read-source.ts'
import type { Import } from './use-import.ts'

const QUESTION = <FileQuestion className="size-7" />

/** Says that a file is being read, with a bar after a second. */
const Reading = ({ bring: { given, isReading, cancel } }: { bring: Import }) => {
  const isSlow = useIsSlow(isReading)
  const words = given && given.bytes > 200_000 ? `Reading ${sizeInWords(given.bytes)}…` : 'Reading…'
  if (!isSlow) return null
  return (
    <div className="mb-3 grid gap-1.5">
      <div className="flex items-center justify-between gap-2 text-label text-ink-soft">
        <span>{words}</span>
        <Button size="sm" variant="ghost" onClick={cancel}>
          Stop
        </Button>
      </div>
      <Progress label={words} />
    </div>
  )
}

/** Says why nothing can come in: the file isn't readable, or Firstbell can't be reached. */
const Failed = ({ bring: { error, isReading, retry } }: { bring: Import }) => {
  if (!error) return null
  const isRefused = error instanceof RefusedCall && error.status >= 400 && error.status < 500 && error.status !== 429
  if (!isRefused) return <ErrorState title="Couldn’t read it" description={error.message} busy={isReading} onRetry={retry} />
  return (
    <div role="alert" className="grid justify-items-center gap-1.5 px-4 py-10 text-center text-ink-soft">
      <CloudAlert className="mb-1 size-7 text-blocked" />
      <p className="font-semibold text-ink">This can’t come in</p>
      <p className="max-w-[52ch]">{error.message}</p>
    </div>
  )
}

/** The summary of what comes in. */
const Summary = ({ bring: { preview, totals } }: { bring: Import }) => {
  const today = useToday(useUser().timezone)
  if (!preview) return null
  const records = recordsInWords(preview.records)
  const leftOut = leftOutInWords(totals)
  const weekends = weekendsInWords(totals)
  return (
    <div role="status" className="text-label text-ink-soft">
      <p>{preview.entries.length === 0 && !records ? 'No lessons found' : totalsInWords(totals, today)}</p>
      {records && <p>{`Also ${records}.`}</p>}
      {leftOut && <p>{leftOut}</p>}
      {weekends && <p>{weekends}</p>}
      {totals.replaced > 0 && (
        <p className="text-blocked">
          {`This replaces ${counted(totals.replaced, 'lesson')} of yours. You can undo it, and each day’s history keeps the old lessons for 30 days.`}
        </p>
      )}
    </div>
  )
}

/** Shows the lessons, days off and notes that will come in, by day, and the lines that can't. */
export const ImportResult = ({ bring }: { bring: Import }) => {
  const { given, source, preview, error, isReading, isCurrent, input, retry } = bring
  /** Why nothing was found in the whole file. */
  const nothing = preview?.problems.find(({ line }) => line === 0)?.message
  const isStopped = given !== undefined && !error && !isReading && !isCurrent && bring.isSettled
  return (
    <>
      <h3 className="text-heading leading-tight">What will come in</h3>
      {!given && (
        <EmptyState
          icon={QUESTION}
          className="my-6"
          title="Nothing to show yet"
          description="Your lessons appear here by day, before anything changes."
        />
      )}
      {given && <Reading bring={bring} />}
      {given && <Failed bring={bring} />}
      {isStopped && (
        <div className="my-4 flex flex-wrap items-center gap-3 text-label text-ink-soft">
          Stopped.
          <Button size="sm" onClick={retry}>
            Read it
          </Button>
        </div>
      )}
      {preview && !error && (
        <div className={isCurrent ? 'transition-opacity' : 'opacity-60 transition-opacity'} aria-busy={!isCurrent}>
          {nothing === undefined ? (
            <>
              <Summary bring={bring} />
              <div className="mt-2.5 empty:hidden">
                <ProblemsCard preview={preview} content={source === 'csv' || input.kind === 'text' ? input.content : null} />
              </div>
              <PreviewDays entries={preview.entries} />
            </>
          ) : (
            <EmptyState icon={QUESTION} className="my-6" title="No lessons found" description={nothing} />
          )}
        </div>
      )}
    </>
  )
}
