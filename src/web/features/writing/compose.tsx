import { PencilLine, Sparkles } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { MAX } from '#shared/limits.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { choices } from './choices.ts'
import { filledIn, type StoredPrompt, useStoredPrompts } from './stored-prompts.ts'

const STYLES = [
  { value: 'BRIEF', label: 'Brief' },
  { value: 'CONCISE', label: 'Concise' },
  { value: 'DETAILED', label: 'Detailed' },
] as const

type ComposeProps = {
  prompt: string
  onPrompt: (prompt: string) => void
  /** The reason AI can't be used right now. */
  hint: string | undefined
  /** Whether a draft is shown. If so, the form shrinks to leave room for it. */
  hasAnswer: boolean
  /** Whether the way to generate is next to the answer instead, as Stop or Try again. */
  isButtonElsewhere: boolean
  onGenerate: () => void
  onEditPrompts: () => void
}

type PromptsProps = { prompt: string; onFill: (stored: StoredPrompt) => void; onEdit: () => void }

/** The teacher's prompts, to start from. Choosing one puts its text into the field. */
const Prompts = ({ prompt, onFill, onEdit }: PromptsProps) => {
  const { prompts } = useStoredPrompts()
  return (
    <fieldset aria-label="Prompts" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden="true" className="text-small font-semibold text-ink-soft">
          Start with a prompt
        </span>
        <Button variant="ghost" size="sm" icon={<PencilLine className="size-3.5" />} className="-mr-2.5" onClick={onEdit}>
          Edit prompts
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        {prompts.map((stored, place) => (
          <button
            key={`${place} ${stored.name}`}
            type="button"
            className="min-h-[34px] max-w-full truncate rounded-full border border-line-control bg-surface px-3.5 text-label font-semibold transition-colors duration-150 hover:border-line-strong aria-pressed:border-brand aria-pressed:bg-brand-soft small:min-h-11"
            aria-pressed={prompt !== '' && filledIn(stored.text).text === prompt}
            onClick={() => onFill(stored)}
          >
            {stored.name}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

/** Checkboxes for additional context to send to AI. */
const Context = () => {
  const { withLastLesson, withDay } = useStore(choices)
  return (
    <fieldset className="grid gap-1.5 touch:gap-0">
      <legend className="mb-1.5 text-small font-semibold text-ink-soft">Also use:</legend>
      <Checkbox
        label="Last lesson of this class"
        checked={withLastLesson}
        onChange={(event) => choices.set({ ...choices.get(), withLastLesson: event.target.checked })}
      />
      <Checkbox
        label="Other lessons that day"
        checked={withDay}
        onChange={(event) => choices.set({ ...choices.get(), withDay: event.target.checked })}
      />
    </fieldset>
  )
}

/** Form for the prompt, the draft length, and the context to send. */
export const Compose = ({ prompt, onPrompt, hint, hasAnswer, isButtonElsewhere, onGenerate, onEditPrompts }: ComposeProps) => {
  const { style } = useStore(choices)
  const box = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => box.current?.focus({ preventScroll: true }), [])

  const fill = (stored: StoredPrompt) => {
    const { text, from, to } = filledIn(stored.text)
    flushSync(() => onPrompt(text))
    box.current?.focus()
    box.current?.setSelectionRange(from, to)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onGenerate()
  }
  return (
    <>
      <Field
        label="What should AI write?"
        hint={!hasAnswer && <span className="small:hidden">Press Enter to generate, Shift+Enter for a new line.</span>}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            ref={box}
            maxLength={MAX.prompt}
            rows={hasAnswer ? 2 : 3}
            value={prompt}
            onChange={(event) => onPrompt(event.target.value)}
            onKeyDown={handleKey}
            className="bg-surface"
          />
        )}
      </Field>
      <Segmented
        label="Length"
        value={style}
        options={STYLES}
        onChange={(chosen) => choices.set({ ...choices.get(), style: chosen })}
        className="flex"
      />
      {!hasAnswer && <Context />}
      {hint && (
        <div role="status" className="grid justify-items-start gap-2 rounded-control bg-brass-soft px-3 py-2 text-brass-ink">
          <p>{hint}</p>
          <Button size="sm" onClick={() => runCommand('ai-usage')}>
            Account settings
          </Button>
        </div>
      )}
      {!isButtonElsewhere && (
        <Button
          variant={hasAnswer ? 'outline' : 'solid'}
          icon={<Sparkles className="size-4" />}
          disabled={prompt.trim() === '' || hint !== undefined}
          onClick={onGenerate}
        >
          {hasAnswer ? 'Generate again' : 'Generate'}
        </Button>
      )}
      {!hasAnswer && <Prompts prompt={prompt} onFill={fill} onEdit={onEditPrompts} />}
    </>
  )
}
