import { clsx } from 'clsx'
import type { Strength } from './password-strength.ts'

const FILLS = ['', 'bg-blocked', 'bg-brass', 'bg-brand', 'bg-note'] as const

/** Four bars and a word. Until the user types, shows only the hint. */
export const StrengthMeter = ({ strength: { score, word }, hint }: { strength: Strength; hint: string | undefined }) => (
  <span className={clsx('flex items-center gap-2.5', (word || hint) && 'min-h-[18px]')}>
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
        <span>
          <span className="sr-only">Password strength: </span>
          {word}
        </span>
      </>
    ) : (
      hint
    )}
  </span>
)
