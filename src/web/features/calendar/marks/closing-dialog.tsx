import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { formatDay, stepSchoolDay } from '#shared/dates.ts'
import { ClassQuestions } from '#web/features/calendar/closing/class-questions.tsx'
import { Announcement, LoadingLessons, ONE_UNDO, Result } from '#web/features/calendar/closing/closing-result.tsx'
import type { Decision } from '#web/features/calendar/closing/closing-saves.ts'
import { daysNamed } from '#web/features/calendar/closing/closing-words.ts'
import { REASONS, ReasonChips } from '#web/features/calendar/closing/reason-chips.tsx'
import { useView } from '#web/features/calendar/closing/use-view.ts'
import { DraftNote } from '#web/features/calendar/draft-note.tsx'
import { datesOfSpan } from '#web/features/calendar/model/marks.ts'
import { useUser } from '#web/features/people/data.ts'
import { counted } from '#web/lib/counted.ts'
import { useOnline } from '#web/lib/net/use-online.ts'
import { spanWords } from '#web/lib/span-words.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CancelButton } from '#web/ui/form-dialog.tsx'
import { isUnsaved, type MarkDraft, type UnsavedMark } from './kept-marks.ts'
import { MarkField, MISSING } from './mark-field.tsx'
import { MarkSpan } from './mark-span.tsx'
import { ShortDayOffer } from './short-day-offer.tsx'
import { useMarkDraft } from './use-mark-draft.ts'

type ClosingDialogProps = {
  date: string
  /** The last date of a range. The teacher can choose another one. */
  to: string
  /** A draft from elsewhere, or that of a failed save with the reason it failed. */
  unsaved?: UnsavedMark | undefined
  /** Without a decision, no lessons are asked about. */
  onSave: (draft: MarkDraft, decision?: Decision) => void
  /** `isKept` is true if unsaved text is kept on this device. */
  onClose: (isKept: boolean) => void
}

const NOW: readonly string[] = REASONS
const LATER: readonly string[] = []

const CutOff = () => (
  <p role="status" className="mt-3 rounded-control bg-sunken px-3 py-2.5 text-control">
    {`${useOnline() ? 'The lessons couldn’t be loaded' : 'You’re offline'}, so lessons can’t move now. Block the day out, and every lesson stays under the day off.`}
  </p>
)

/** Returns the place of the reason, and focuses the button if the reason is filled in, or else the reason. */
const useFirstFocus = (formId: string, isFilledIn: boolean) => {
  const field = useRef<HTMLDivElement>(null)
  const focusReason = () => field.current?.querySelector('input')?.focus()
  useEffect(() => {
    // Deferred, because a dialog underneath keeps reclaiming focus until Radix has registered this one.
    const frame = requestAnimationFrame(() => {
      if (isFilledIn) document.querySelector<HTMLElement>(`[form="${formId}"]`)?.focus()
      else field.current?.querySelector('input')?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [formId, isFilledIn])
  return { field, focusReason }
}

const NotSaved = ({ reason }: { reason: string }) => (
  <p role="alert" className="mb-3.5 rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
    Not saved. {reason} Your text is still here. Save again to retry.
  </p>
)

type ReasonProps = {
  place: Ref<HTMLDivElement>
  hasChips: boolean
  text: string
  date: string
  onText: (text: string) => void
  /** Called when the teacher shortens the day instead. */
  onShorten: () => void
}

const Reason = ({ place, hasChips, text, date, onText, onShorten }: ReasonProps) => (
  <>
    {hasChips && <ReasonChips text={text} onChoose={onText} />}
    <div ref={place}>
      <MarkField kind="block-out" value={text} onChange={onText} />
    </div>
    <ShortDayOffer reason={text} date={date} onTaken={onShorten} />
  </>
)

/** Returns what the button says, such as 'Block Out Wednesday, move 7 lessons'. */
const labelOf = (span: MarkDraft['span'], days: number, moved: number): string =>
  moved > 0 ? `Block Out ${daysNamed(span, days)}, move ${counted(moved, 'lesson')}` : 'Block Out'

type FootProps = {
  formId: string
  label: string
  words: ReactNode
  isReady: boolean
  isLoading: boolean
  /** Blocks the days out without moving anything. Undefined if nothing would move. */
  onLeave: (() => void) | undefined
}

const Foot = ({ formId, label, words, isReady, isLoading, onLeave }: FootProps) => (
  <>
    <p className="flex flex-1 items-center gap-2 text-caption text-ink-soft phone:w-full phone:flex-none phone:justify-center">{words}</p>
    <CancelButton />
    <Button
      variant="solid"
      type="submit"
      form={formId}
      busy={isLoading}
      disabled={!isReady && !isLoading}
      className="phone:h-auto phone:min-h-[50px] phone:w-full phone:py-2 phone:whitespace-normal"
    >
      {label}
    </Button>
    {onLeave && (
      <Button variant="ghost" className="w-full text-ink! not-phone:hidden" onClick={onLeave}>
        Leave every lesson where it is
      </Button>
    )}
  </>
)

/**
 * Blocks out one day or several, and asks for each class whether its plans move on. The answers are filled in, so that one press is enough.
 * Days without lessons of classes ask nothing.
 */
export const ClosingDialog = ({ date, to: last, unsaved, onSave, onClose }: ClosingDialogProps) => {
  const id = useId()
  const today = useToday(useUser().timezone)
  const presets = date === today || date === stepSchoolDay(today, 1) ? NOW : LATER
  const { text, span, draft, keptAt, hasMovedOn, change, dropKept } = useMarkDraft({
    ...{ kind: 'block-out', date, to: last, seen: null, presets },
    unsaved,
  })
  const days = datesOfSpan(span).length
  const range = { from: span.from, to: days > 0 ? span.to : span.from, isNew: true }
  const { view, isCutOff, isAsked, choose, chooseAll, leaving } = useView(range, days)
  const isAsking = isAsked && !isCutOff && days > 0
  const isFilled = text.trim() !== '' && days > 0
  const isReady = isFilled && (view !== undefined || isCutOff)
  const { field, focusReason } = useFirstFocus(id, presets === NOW || (unsaved !== undefined && unsaved.reason === undefined))
  const save = (decision: Decision | undefined) => {
    if (isReady) onSave({ text: text.trim(), span }, decision)
  }
  const decision = isAsking && view && view.rows.length > 0 ? view : undefined
  const moved = decision?.counts.moved ?? 0
  const title = span.from === span.to ? `${formatDay(span.from, 'weekdayLong')}’s lessons` : 'Lessons of these days'
  return (
    <Dialog
      onClose={() => onClose(isUnsaved(draft.text, null) && !presets.includes(draft.text))}
      size={isAsking ? 'wide' : 'sm'}
      title="Block Out Date"
      description={span.from !== span.to && days > 0 ? spanWords(span) : formatDay(date, 'full')}
      footer={
        <Foot
          formId={id}
          label={labelOf(span, days, moved)}
          words={text.trim() === '' ? MISSING['block-out'] : isAsking && ONE_UNDO}
          isReady={isReady}
          isLoading={isFilled && !isReady}
          onLeave={isReady && decision && moved > 0 ? () => save(leaving(decision)) : undefined}
        />
      }
    >
      <form
        id={id}
        noValidate
        className={isAsking ? 'grid gap-5 min-[900px]:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] phone:gap-1' : undefined}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          save(decision)
        }}
      >
        <div className="min-w-0">
          {unsaved?.reason !== undefined && <NotSaved reason={unsaved.reason} />}
          {keptAt !== null && <DraftNote keptAt={keptAt} hasMovedOn={hasMovedOn} of="reason" onDrop={dropKept} />}
          <Reason
            place={field}
            hasChips={presets === NOW}
            text={text}
            date={span.from}
            onText={(typed) => {
              change({ text: typed })
              if (typed === '') focusReason()
            }}
            onShorten={() => {
              dropKept()
              onClose(false)
            }}
          />
          <MarkSpan kind="block-out" span={span} onSpan={(chosen) => change({ span: chosen })} />
          {isCutOff && isAsked && <CutOff />}
          {isAsking && (
            <div className="mt-2">
              {view ? <ClassQuestions title={title} view={view} onChoose={choose} onChooseAll={chooseAll} /> : <LoadingLessons />}
            </div>
          )}
        </div>
        {isAsking && (view ? <Result view={view} reason={text} /> : <div className="phone:hidden" />)}
        <Announcement view={decision} />
      </form>
    </Dialog>
  )
}
