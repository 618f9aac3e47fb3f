import { clsx } from 'clsx'
import { CircleAlert, CornerDownLeft, Replace, RotateCw, Square, Trash2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useUser } from '#web/features/people/data.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { runCommand } from '#web/lib/input/commands.ts'
import { useNow } from '#web/lib/time/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import type { EndedAnswer } from './data.ts'
import { startsOver } from './starts-over.ts'
import type { Answer } from './use-answer.ts'

const AGAIN = <RotateCw className="size-4" />
const STATUS: Record<Answer['is'], string> = {
  none: '',
  writing: 'Writing…',
  whole: 'Ready to insert.',
  stopped: 'Stopped. Here’s what we have so far.',
  failed: '',
}
/** Error codes whose message is helpful enough to show as is. */
const TELLING = ['offline', 'too_many', 'subscription_needed', 'too_large']
/** Error codes that the user can resolve in the account settings. */
const OF_ACCOUNT = ['ai_used_up', 'not_allowed']

/** Returns whether the same request can succeed the next time. */
export const mayTryAgain = (answer: Answer): boolean => answer.is === 'failed' && !OF_ACCOUNT.includes(answer.refusal?.code ?? '')

const Failure = ({ answer, onTryAgain }: { answer: EndedAnswer; onTryAgain: (() => void) | undefined }) => {
  const { html, refusal } = answer
  const code = refusal?.code ?? ''
  const { timezone } = useUser()
  const now = useNow()
  return (
    <div role="alert" className="grid grid-cols-[auto_minmax(0,1fr)] justify-items-start gap-2 rounded-control bg-blocked-soft p-3">
      <CircleAlert className="mt-0.5 size-4 text-blocked" />
      <p>
        <b className="font-semibold">Generation Failed: </b>
        {OF_ACCOUNT.includes(code) ? refusal?.message : 'Could not generate AI content. Please try again.'}
        {code === 'ai_used_up' && ` ${startsOver(timezone, now)}`}
        {TELLING.includes(code) && ` ${refusal?.message}`}
        {html !== '' ? ' Here’s what we have so far.' : <span> Your prompt is still here.</span>}
      </p>
      {OF_ACCOUNT.includes(code) && (
        <Button size="sm" className="col-start-2" onClick={() => runCommand('ai-usage')}>
          Account settings
        </Button>
      )}
      {onTryAgain && (
        <Button size="sm" className="col-start-2" icon={AGAIN} onClick={onTryAgain}>
          Try again
        </Button>
      )}
    </div>
  )
}

type AnswerViewProps = {
  answer: Answer
  /** The confirmation shown after the draft is inserted. */
  note: string
  onStop: () => void
  onTryAgain: () => void
  onPutIn: (how: 'insert' | 'replace') => void
  onDrop: () => void
}

/** Previews the draft as it will look in the lesson, with buttons to insert or discard it. */
export const AnswerView = ({ answer, note, onStop, onTryAgain, onPutIn, onDrop }: AnswerViewProps) => {
  const html = answer.is === 'none' ? '' : answer.html
  const isWriting = answer.is === 'writing'
  const hasBox = isWriting || html !== ''
  const stop = useRef<HTMLButtonElement>(null)
  const insert = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // Focus was on the button that started the answer, which is no longer rendered.
    if (isWriting && !document.activeElement?.closest('aside, form')) stop.current?.focus()
  }, [isWriting])
  useEffect(() => {
    // Focus was on the Stop button, which is no longer rendered.
    if (!isWriting && html !== '' && !document.activeElement?.closest('aside, form')) insert.current?.focus()
  }, [isWriting, html])
  return (
    <section
      aria-label="AI writing"
      className={clsx(
        answer.is !== 'none' && 'flex flex-col gap-2.5',
        hasBox && 'shrink overflow-y-auto rounded-card border border-line bg-surface px-3.5 py-3',
        html !== '' && 'min-h-[206px]',
      )}
    >
      <div className="flex items-center justify-between gap-2 has-[p:only-child:empty]:hidden">
        <p role="status" className="flex items-center gap-2 text-caption font-semibold text-brand">
          {isWriting && <span aria-hidden="true" className="size-2 rounded-full bg-brand ring-4 ring-brand-soft" />}
          {STATUS[answer.is] || (answer.is === 'none' && note)}
        </p>
        {isWriting && (
          <Button ref={stop} size="sm" icon={<Square className="size-3 fill-current" />} onClick={onStop}>
            Stop
          </Button>
        )}
      </div>
      {answer.is === 'failed' && <Failure answer={answer} onTryAgain={mayTryAgain(answer) ? onTryAgain : undefined} />}
      {html !== '' && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: lets the keyboard scroll it
          tabIndex={0}
          aria-label="AI draft"
          className="min-h-[66px] overflow-y-auto rounded-control"
        >
          <RichText html={html} />
        </section>
      )}
      {html !== '' && (
        <div className="flex flex-wrap gap-2">
          <Button
            ref={insert}
            variant="solid"
            size="sm"
            disabled={isWriting}
            icon={<CornerDownLeft className="size-4" />}
            onClick={() => onPutIn('insert')}
            className="flex-auto"
          >
            <span>
              Insert<span className="sr-only"> at the cursor</span>
            </span>
          </Button>
          <Button
            size="sm"
            disabled={isWriting}
            icon={<Replace className="size-4" />}
            onClick={() => onPutIn('replace')}
            className="flex-auto"
          >
            <span>
              Replace<span className="sr-only"> the description</span>
            </span>
          </Button>
          <Button size="sm" variant="ghost" icon={<Trash2 className="size-4" />} onClick={onDrop}>
            Discard
          </Button>
        </div>
      )}
    </section>
  )
}
