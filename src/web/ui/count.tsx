import { clsx } from 'clsx'

type CountProps = {
  value: number
  /** Shown after the number where there's room. Without it, only screen readers get a word. */
  word?: string
}

/** A badge that shows the number of pending items. Renders nothing for zero. */
export const Count = ({ value, word }: CountProps) =>
  value > 0 && (
    <span
      className={clsx(
        'inline-grid h-[18px] min-w-[18px] shrink-0 place-items-center rounded-full bg-brand text-tiny font-bold whitespace-nowrap text-on-brand tabular',
        word ? 'px-1.5' : 'px-1',
      )}
    >
      {word ? (
        <span>
          {value}
          <span className="phone:sr-only"> {word}</span>
        </span>
      ) : (
        <>
          {value}
          <span className="sr-only"> waiting</span>
        </>
      )}
    </span>
  )
