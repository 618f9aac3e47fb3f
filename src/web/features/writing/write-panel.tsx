import { Sparkles, X } from 'lucide-react'
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AiRequest } from '#shared/writing/contract.ts'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { useStore } from '#web/lib/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { DialogAside } from '#web/ui/dialog.tsx'
import { useAiAccess } from './ai-access.ts'
import { AnswerView, mayTryAgain } from './answer-view.tsx'
import { choices } from './choices.ts'
import { Compose } from './compose.tsx'
import { isPanelOpen } from './panel-store.ts'
import { PromptsForm } from './prompts-form.tsx'
import { SentPart } from './sent-part.tsx'
import { TokensLeft } from './tokens-left.tsx'
import { useAnswer } from './use-answer.ts'

/** On narrower screens, the panel covers the lesson (see `DialogAside`). */
const isOverLesson = (): boolean => window.matchMedia('(width < 1100px)').matches

const NOT_INSERTED = 'Your AI draft isn’t in your lesson yet.'
const PROMPTS_UNSAVED = 'You have unsaved changes to your prompts.'

type Draft = ReturnType<ComponentProps<NonNullable<PlannerParts['BlockAside']>>['readDraft']>

/** Returns the AI request, including only the context that the teacher has allowed. */
const requestOf = (prompt: string, date: string, { title, classId, startTime, endTime, description }: Draft): AiRequest => {
  const { style, withLastLesson, withDay } = choices.get()
  return {
    prompt: prompt.trim(),
    responseStyle: style,
    lesson: {
      title: title.trim(),
      ...(classId && { classId }),
      date,
      ...(startTime && { startTime }),
      ...(endTime && { endTime }),
      html: description,
      withLastLesson,
      withDay,
    },
  }
}

type HeaderProps = { status: ReturnType<typeof useAiAccess>['status']; onClose: () => void }

const Header = ({ status, onClose }: HeaderProps) => (
  <header className="flex items-center gap-2.5">
    <h3 id="write-with-ai" className="flex flex-1 items-center gap-2 text-title whitespace-nowrap">
      <Sparkles className="size-[18px] text-brand" />
      Write with AI
    </h3>
    {status && <TokensLeft {...status} />}
    <IconButton label="Close Write with AI" onClick={onClose}>
      <X className="size-4" />
    </IconButton>
  </header>
)

/**
 * While AI is writing, the first Escape stops it and doesn't close anything. Listens in the capture phase to run before the dialog's
 * handler.
 */
const useStopByEscape = (panel: RefObject<HTMLElement | null>, isWriting: boolean, stop: () => void) => {
  useEffect(() => {
    if (!isWriting) return undefined
    const stopByKey = (event: KeyboardEvent) => {
      const dialog = event.target instanceof Element && event.target.closest('[role=dialog], [role=alertdialog], [role=menu]')
      if (event.key !== 'Escape' || !dialog || dialog !== panel.current?.closest('[role=dialog]')) return
      event.preventDefault()
      event.stopPropagation()
      stop()
    }
    window.addEventListener('keydown', stopByKey, { capture: true })
    return () => window.removeEventListener('keydown', stopByKey, { capture: true })
  }, [panel, isWriting, stop])
}

/**
 * Lets AI write next to the lesson, never directly into it. The teacher inserts the draft, replaces the lesson's text with it, or discards
 * it.
 */
export const WritePanel = ({ date, readDraft, text, onPending }: ComponentProps<NonNullable<PlannerParts['BlockAside']>>) => {
  const isOpen = useStore(isPanelOpen)
  const { hint, status } = useAiAccess()
  const { answer, begin, stop, drop } = useAnswer()
  const [prompt, setPrompt] = useState('')
  const [isEditingPrompts, setIsEditingPrompts] = useState(false)
  const [note, setNote] = useState('')
  const panel = useRef<HTMLElement>(null)

  const isWriting = answer.is === 'writing'
  const isWaiting = isWriting || (answer.is !== 'none' && answer.html !== '')
  const pending = isWaiting ? NOT_INSERTED : isEditingPrompts ? PROMPTS_UNSAVED : null
  useEffect(() => onPending(pending), [pending, onPending])

  useStopByEscape(panel, isWriting, stop)

  if (!isOpen) return null

  const request = () => requestOf(prompt, date, readDraft())
  const generate = () => {
    if (prompt.trim() === '' || isWriting || hint) return
    setNote('')
    void begin(request())
  }
  const close = () => {
    stop()
    isPanelOpen.set(false)
  }
  const putIn = (how: 'insert' | 'replace') => {
    if (answer.is === 'none') return
    const { html } = answer
    flushSync(() => {
      drop()
      setNote(how === 'insert' ? 'Inserted. Undo removes it.' : 'Replaced. Undo brings back your text.')
      if (isOverLesson()) isPanelOpen.set(false)
    })
    text.current?.[how](html)
  }
  const discard = () => {
    drop()
    panel.current?.querySelector('textarea')?.focus()
  }
  return (
    <DialogAside
      ref={panel}
      aria-labelledby="write-with-ai"
      className="flex scroll-pb-16 flex-col gap-3 px-5 pt-5 pb-4 small:px-4 small:pt-4"
    >
      <Header status={status} onClose={close} />
      {isEditingPrompts ? (
        <PromptsForm onDone={() => setIsEditingPrompts(false)} />
      ) : (
        <>
          <Compose
            prompt={prompt}
            onPrompt={setPrompt}
            hint={hint}
            hasAnswer={answer.is !== 'none'}
            isButtonElsewhere={isWriting || mayTryAgain(answer)}
            onGenerate={generate}
            onEditPrompts={() => setIsEditingPrompts(true)}
          />
          {answer.is === 'none' && note === '' && (
            <p className="text-caption text-ink-soft">AI drafts appear next to your lesson. Check them before you teach.</p>
          )}
          <AnswerView answer={answer} note={note} onStop={stop} onTryAgain={generate} onPutIn={putIn} onDrop={discard} />
          <SentPart request={request} />
        </>
      )}
    </DialogAside>
  )
}
