import { Inbox } from 'lucide-react'
import { type Effect, movedInWords, unplacedInWords } from './effect.ts'

const UNPLACED = <Inbox aria-hidden="true" className="mt-0.5 size-4 shrink-0" />

/** Says what a new number does to the later lessons, before the button is pressed. */
export const EffectWords = ({ effect }: { effect: Effect | undefined }) => (
  <div role="status" className="mt-3.5 min-h-[42px] text-control text-ink-soft">
    <p>Later days are counted from there. {effect && movedInWords(effect.moved)}</p>
    {effect && effect.unplaced.length > 0 && (
      <p className="mt-2 flex gap-2 rounded-control bg-sunken px-3 py-2.5 text-ink">
        {UNPLACED}
        {unplacedInWords(effect.unplaced)}
      </p>
    )}
  </div>
)
