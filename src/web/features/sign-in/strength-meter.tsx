import { clsx } from 'clsx'
import type { Strength } from './password-strength.ts'

const FILLS = ['', 'bg-blocked', 'bg-brass', 'bg-brand', 'bg-note'] as const

/** Four bars and a label. Until the user types, shows only the hint, at the same height. */
export const StrengthMeter = ({ strength: { score, word }, hint }: { strength: Strength; hint: string | undefined }) => (
  <span className="flex min-h-[18px] items-center gap-2.5">
    {word ? (
      <>
        <span aria-hidden="true" className="flex flex-1 gap-1">
          {[1, 2, 3, 4].map((bar) => (
            <span
              key={bar}
              className={clsx('h-1 flex-1 rounded-full transition-colors duration-150', bar <= score ? FILLS[score] : 'bg-line')}
            />
          ))}
        </span>
        <span className="min-w-[88px] text-right">{`Password strength: ${word}`}</span>
      </>
    ) : (
      hint
    )}
  </span>
)
