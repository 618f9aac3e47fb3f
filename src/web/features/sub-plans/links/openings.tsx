import { Info } from 'lucide-react'
import type { SubLink } from '#shared/sub-links/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { momentWords, openedWords, openingRows } from './link-words.ts'

const INFO = <Info className="mt-0.5 size-3.5 shrink-0" />

/** When a page was opened, and on which kind of device. */
export const Openings = ({ link }: { link: SubLink }) => {
  const { timezone, preferences } = useUser()
  const now = useNow()
  const rows = openingRows(link)
  return (
    <section aria-label="Openings">
      <h3 aria-live="polite" className="mb-1 text-large">
        {openedWords(link.openingCount)}
      </h3>
      {rows.length > 0 && (
        <ul className="max-h-[190px] divide-y divide-line overflow-y-auto border-b border-line">
          {rows.map(({ at, device, word }) => (
            <li key={at} className="flex items-baseline gap-3 py-2 text-control">
              <time dateTime={at} className="min-w-[68px] font-semibold tabular">
                {momentWords(at, now, { timezone, timeFormat: preferences.timeFormat })}
              </time>
              <span className="min-w-0 flex-1">{device}</span>
              <span className="text-caption text-ink-soft">{word}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2.5 flex gap-2 text-caption text-ink-soft">{INFO} Time and kind of device, nothing else.</p>
    </section>
  )
}
