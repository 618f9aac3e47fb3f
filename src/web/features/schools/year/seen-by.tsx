import { Eye } from 'lucide-react'
import { useTeacherCounts } from '#web/features/schools/places.tsx'

const all = (joined: number): string => {
  if (joined === 1) return 'Only you so far.'
  return joined === 2 ? 'Both teachers, right away.' : `All ${joined} teachers, right away.`
}

/** Says who sees the school's days off and notes. */
export const SeenBy = () => {
  const counts = useTeacherCounts()
  return (
    <div className="grid gap-1.5">
      <span className="text-caption font-semibold text-ink-soft">Who sees it</span>
      <p className="flex min-h-[38px] gap-2 rounded-control bg-sunken px-2.5 py-2 text-caption leading-normal">
        <Eye className="mt-px size-4 shrink-0 text-ink-soft" />
        <span>
          <b className="font-semibold">{counts ? all(counts.joined) : 'All teachers, right away.'}</b>
          {counts && counts.pending > 0 && ` ${counts.pending} pending when they join.`}
        </span>
      </p>
    </div>
  )
}
