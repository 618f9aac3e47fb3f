import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#web/lib/counted.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { originalLines } from './read-source.ts'
import type { Import } from './use-import.ts'

/** The number of problems shown at first. */
const FIRST_PROBLEMS = 4

type Preview = NonNullable<Import['preview']>

const headingOf = ({ problemCount, lines }: Preview, isLines: boolean): string => {
  if (!isLines) return `${problemCount} ${problemCount === 1 ? 'entry' : 'entries'} can’t come in`
  return `${problemCount} of ${counted(lines, 'line')} can’t come in`
}

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'success', title: 'Lines copied' })
  } catch {
    showToast({ tone: 'destructive', title: 'Your browser blocked copying' })
  }
}

/** The lines that can't come in, by number, with the reason. They stop none of the others. */
export const ProblemsCard = ({ preview, content }: { preview: Preview; content: string | null }) => {
  const [isWhole, setIsWhole] = useState(false)
  const { problems, problemCount } = preview
  if (problemCount === 0) return null
  const shown = isWhole ? problems : problems.slice(0, FIRST_PROBLEMS)
  const unlisted = problemCount - problems.length
  // Files without lines have no originals to copy.
  const text = () =>
    content === null
      ? problems.map(({ line, message }) => `${line}: ${message}`).join('\n')
      : originalLines(
          content,
          problems.map(({ line }) => line),
        )
  return (
    <section
      aria-label="Lines that can’t come in"
      className="rounded-card border border-brass/45 bg-brass-soft/45 px-3 pt-1.5 pb-2.5 text-label forced-colors:border-[CanvasText]"
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-brass-ink" />
        <h4 className="min-w-0 flex-1 font-text text-label font-semibold tracking-normal">{headingOf(preview, content !== null)}</h4>
        <Button variant="ghost" size="sm" onClick={() => void copy(text())}>
          Copy these lines
        </Button>
      </div>
      <ul className="grid gap-px pl-6">
        {shown.map(({ line, message }, place) => (
          <li key={place} className="flex gap-3">
            <b className="min-w-13 shrink-0 font-semibold tabular">{`Line ${line}`}</b>
            <span className="min-w-0 [overflow-wrap:anywhere]">{message}</span>
          </li>
        ))}
      </ul>
      {problems.length > shown.length && (
        <button
          type="button"
          className="mt-1 ml-6 rounded-control font-semibold text-brand hover:underline touch:min-h-11"
          onClick={() => setIsWhole(true)}
        >
          {`Show ${problems.length - shown.length} more`}
        </button>
      )}
      {isWhole && unlisted > 0 && <p className="mt-1 pl-6 text-ink-soft">{`And ${unlisted} more.`}</p>}
    </section>
  )
}
