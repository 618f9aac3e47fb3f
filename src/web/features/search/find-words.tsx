import type { Preferences } from '#shared/accounts/contract.ts'
import type { Find } from '#shared/calendar/search/contract.ts'
import { formatTime } from '#shared/dates.ts'
import { MarkedWords } from './marked-words.tsx'

type FindWordsProps = { find: Find; isBlocked: boolean; timeFormat: Preferences['timeFormat'] }

const NAMES = { lesson: '', note: 'Note', blockOut: 'Blocked out' }

/** A search result on two lines: title and time, then an excerpt. */
export const FindWords = ({ find: { kind, title, startTime, endTime, excerpt }, isBlocked, timeFormat }: FindWordsProps) => (
  <span className="grid min-w-0 gap-0.5">
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
      <span className="min-w-0 font-semibold break-words text-ink">{kind === 'lesson' ? <MarkedWords pieces={title} /> : NAMES[kind]}</span>
      {startTime && endTime && (
        <span className="text-small text-ink-soft tabular">
          {formatTime(startTime, timeFormat)} – {formatTime(endTime, timeFormat)}
        </span>
      )}
      {kind === 'lesson' && isBlocked && <span className="text-small font-medium text-blocked">Hidden: this day is blocked out</span>}
    </span>
    {excerpt.join('') !== '' && (
      <span className="line-clamp-2 text-caption break-words text-ink-soft">
        <MarkedWords pieces={excerpt} />
      </span>
    )}
  </span>
)
