import { Suspense, useRef, useState } from 'react'
import type { TimeBlockTemplate } from '#shared/templates/contract.ts'
import {
  type BlockDraft,
  draftOf,
  isChanged,
  minutesLong,
  newDraft,
  problemsOf,
  withStart,
} from '#web/features/calendar/model/block-draft.ts'
import { AlertFields } from '#web/features/calendar/time-block/alert-fields.tsx'
import { TimeInput } from '#web/features/calendar/time-block/time-input.tsx'
import { useUser } from '#web/features/people/data.ts'
import { EditorPart } from '#web/features/rich-text/editor-part.ts'
import { changeTemplate, createTemplate } from '#web/features/templates/template-saves.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TemplateTextField } from './template-fields.tsx'

type Problems = Partial<Record<keyof BlockDraft | 'name', string>>

type TimeFieldsProps = { draft: BlockDraft; problems: Problems; onStart: (time: string) => void; onEnd: (time: string) => void }

const TimeFields = ({ draft: { startTime, endTime }, problems, onStart, onEnd }: TimeFieldsProps) => {
  const { timeFormat } = useUser().preferences
  return (
    <>
      <Field label="Start" error={problems.startTime}>
        {(wiring) => <TimeInput {...wiring} required timeFormat={timeFormat} value={startTime} onChange={onStart} />}
      </Field>
      <Field label="End" error={problems.endTime}>
        {(wiring) => <TimeInput {...wiring} required timeFormat={timeFormat} after={startTime} value={endTime} onChange={onEnd} />}
      </Field>
    </>
  )
}

type TimeBlockTemplateDialogProps = { template: TimeBlockTemplate | null; onClose: () => void }

/** Creates or edits a time-block template. Changing the start time keeps the length. */
export const TimeBlockTemplateDialog = ({ template, onClose }: TimeBlockTemplateDialogProps) => {
  const { defaultBlockDuration: duration } = useUser().preferences
  const [initial] = useState(() => (template ? draftOf(template) : newDraft(duration)))
  const [draft, setDraft] = useState(initial)
  // The editor's content is read only when needed.
  const readDescription = useRef<() => string>(undefined)
  const read = (): BlockDraft => ({ ...draft, description: readDescription.current?.() ?? draft.description })
  // A lesson without a title of its own is called like its template.
  const titled = (written: BlockDraft): BlockDraft => (written.title.trim() === '' ? { ...written, title: name.trim() } : written)
  const [name, setName] = useState(template?.name ?? '')
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, whileBusy] = usePending()
  const edit = (part: Partial<BlockDraft>) => setDraft((now) => ({ ...now, ...part }))

  const save = async () => {
    const written = titled(read())
    const found: Problems = { ...(name.trim() === '' && { name: 'Please fill in all required fields' }), ...problemsOf(written) }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const body = { name, ...written, alertMessage: written.hasAlert ? written.alertMessage : '' }
    const isDone = await whileBusy(() => (template ? changeTemplate('timeBlock', template, body) : createTemplate('timeBlock', body)))
    if (isDone) onClose()
  }

  return (
    <FormDialog
      title={template ? 'Edit Time Block Template' : 'Create Time Block Template'}
      size="lg"
      back="Template Manager"
      isChanged={() => name !== (template?.name ?? '') || isChanged(read(), initial)}
      busy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <TemplateTextField label="Template name" value={name} error={problems.name} className="col-span-2" onChange={setName} />
        <TemplateTextField
          label="Title"
          placeholder="Same as name"
          value={draft.title}
          error={problems.title}
          className="col-span-2"
          onChange={(title) => edit({ title })}
        />
        <TimeFields
          draft={draft}
          problems={problems}
          onStart={(startTime) => setDraft(withStart(draft, startTime, minutesLong(initial, duration)))}
          onEnd={(endTime) => edit({ endTime })}
        />
      </div>
      <div className="my-3.5">
        <p aria-hidden="true" className="mb-1.5 text-caption font-semibold text-ink-soft">
          Description
        </p>
        <Suspense fallback={<Skeleton className="h-[196px] rounded-card small:h-[300px]" />}>
          <EditorPart
            initial={initial.description}
            onEdit={(readNow) => {
              readDescription.current = readNow
            }}
          />
        </Suspense>
        {problems.description && (
          <p role="alert" className="mt-1.5 text-caption font-medium text-blocked">
            {problems.description}
          </p>
        )}
      </div>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2">
        <AlertFields draft={draft} hasRoom onChange={edit} />
      </div>
    </FormDialog>
  )
}
