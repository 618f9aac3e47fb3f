import { memo } from 'react'
import { formatDay, formatTime } from '#shared/dates.ts'
import { useUser } from '#web/features/people/data.ts'
import { lineOf } from '#web/features/rich-text/preview.ts'
import { useNextLessons } from './use-next-lessons.ts'

const SHOWN = 2

/** The next two lessons, either from today or from the next school day that has any. */
export const UpNext = memo(({ today }: { today: string }) => {
  const { preferences } = useUser()
  const { next } = useNextLessons(today)
  return (
    <section aria-label="Up next" className="min-h-[112px]">
      <h2 className="mb-1 font-text text-small font-semibold tracking-normal text-ink-soft">
        Up next{next && next.date !== today && `, ${formatDay(next.date, 'short')}`}
      </h2>
      {next === null && <p className="border-t border-line pt-2 text-label text-ink-soft">Nothing planned this week or next.</p>}
      {next && (
        <ul>
          {next.lessons.slice(0, SHOWN).map(({ block }) => (
            <li key={block.id} className="flex gap-2.5 border-t border-line py-1.5">
              <b className="min-w-11 shrink-0 whitespace-nowrap text-label text-brand tabular">
                {formatTime(block.startTime, preferences.timeFormat).split(' ')[0]}
              </b>
              <span className="min-w-0 flex-1">
                <strong className="block truncate text-label font-semibold">{block.title}</strong>
                <span className="block truncate text-small text-ink-soft">{lineOf(block.description)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})
