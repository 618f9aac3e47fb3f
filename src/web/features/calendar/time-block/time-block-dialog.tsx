import { clsx } from 'clsx'
import { Maximize2, Minimize2, Trash2 } from 'lucide-react'
import { type KeyboardEvent, Suspense } from 'react'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatDay, formatTimes } from '#shared/dates.ts'
import { DraftNote } from '#web/features/calendar/draft-note.tsx'
import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import type { ColoredLesson } from '#web/features/calendar/model/hue.ts'
import type { Slot } from '#web/features/calendar/model/usual-lessons.ts'
import { PlannerOutlet } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { useUser } from '#web/features/people/data.ts'
import { EditorPart } from '#web/features/rich-text/editor-part.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { AlertFields } from './alert-fields.tsx'
import { BlockTimeFields } from './block-time-fields.tsx'
import { LaterLessonsField } from './later-lessons-field.tsx'
import { SaveState } from './save-state.tsx'
import type { Ended } from './sitting.ts'
import { TextUntilEditor } from './text-until-editor.tsx'
import { useKnownHues } from './title-color.tsx'
import { FORM, type Unsaved, useBlockForm } from './use-block-form.ts'

const BIN = <Trash2 className="size-4" />
const EXPAND = <Maximize2 className="size-4" />
const COLLAPSE = <Minimize2 className="size-4" />

export type TimeBlockDialogProps = {
  date: string
  /** The block to edit, or null to create one. */
  before: TimeBlock | null
  /** The title and times of a new block, if they are known. */
  slot?: Partial<Slot> | undefined
  unsaved?: Unsaved | undefined
  /** A new block's length, in minutes. */
  duration: number
  /** Called when the dialog closes after changes. `draft` is what the teacher typed last. */
  onEnd: (ended: Promise<Ended>, draft: BlockDraft, blockId: string) => void
  onDelete: (block: TimeBlock) => void
  onClose: () => void
}

type Form = ReturnType<typeof useBlockForm>

/** On phones, the other actions are in a row of their own above Save. They keep their words and lose their icons. */
const ROW =
  'flex flex-1 flex-wrap items-center gap-2 max-sm:-mx-2.5 max-sm:basis-full max-sm:gap-x-0 max-sm:[&_button]:px-2.5 max-sm:[&_svg]:hidden'

/** The end of the footer in both sizes of the dialog. */
const Ending = ({ submit }: { submit: string }) => (
  <Button variant="solid" type="submit" form={FORM} className="max-sm:flex-1">
    {submit}
  </Button>
)

const ExpandedFooter = () => (
  <>
    <span className="flex-1 max-sm:hidden" />
    <Ending submit="Save & Close" />
  </>
)

const CollapseButton = ({ form }: { form: Form }) => (
  <Button size="sm" icon={COLLAPSE} className="phone:w-11" onClick={() => form.expand(false)}>
    <span className="phone:sr-only">Collapse</span>
  </Button>
)

type ExpandedDayProps = { date: string; lesson: ColoredLesson; times: string }

/** The color, times, and day of an expanded time block. */
const ExpandedDay = ({ date, lesson, times }: ExpandedDayProps) => (
  <>
    <span aria-hidden="true" className={clsx('mr-1.5 inline-block size-3 rounded-tiny align-[-1px]', useKnownHues(date, [])(lesson))} />
    {[times, formatDay(date, 'short')].filter(Boolean).join(', ')}
  </>
)

const Footer = ({ form, onDelete }: { form: Form; onDelete: (() => void) | null }) => (
  <>
    <div className={ROW}>
      {onDelete && (
        <Button variant="ghost" icon={BIN} className="sm:-ml-3.5" onClick={onDelete}>
          Delete
        </Button>
      )}
      <span className="flex-1" />
      <PlannerOutlet name="BlockFoot" readDraft={form.read} />
      <Button variant="ghost" icon={EXPAND} onClick={() => form.expand(true)}>
        Expand
      </Button>
    </div>
    <Ending submit="Save" />
  </>
)

type LessonTextProps = { form: Form; takesFocus: boolean }

const LessonText = ({ form: { isExpanded, editorKey, fields, problems, onEdit, text }, takesFocus }: LessonTextProps) => (
  <div
    className={clsx('flex flex-col', isExpanded ? 'min-h-0 flex-1' : 'my-3.5 phone:flex-1')}
    data-expanded={isExpanded || undefined}
    data-fills={!isExpanded || undefined}
  >
    <Suspense fallback={<TextUntilEditor html={fields.description} />}>
      <EditorPart
        key={editorKey}
        initial={fields.description}
        onEdit={onEdit}
        takesFocus={takesFocus}
        placeholder="Goal, steps, materials…"
        text={text}
        tools={<PlannerOutlet name="TextTool" text={text} />}
      />
    </Suspense>
    {problems.description && (
      <p role="alert" className="mt-1.5 text-caption font-medium text-blocked">
        {problems.description}
      </p>
    )}
  </div>
)

/**
 * Creates or edits a time block, which saves itself after each pause and when the dialog closes. When expanded ('Lesson Plan Details'), the description fills nearly the whole screen, and the heading shows
 * the title and times.
 */
export const TimeBlockDialog = ({ before, duration, ...begun }: TimeBlockDialogProps) => {
  const form = useBlockForm({ ...begun, before, duration, slot: begun.slot, unsaved: begun.unsaved })
  const { fields, problems, isExpanded, text } = form
  const { date, failure } = form.state
  const { timeFormat } = useUser().preferences
  const times = fields.startTime && fields.endTime && formatTimes(fields, timeFormat)
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.save()
  }

  return (
    <Dialog
      onClose={form.close}
      status={<SaveState {...form} onRetry={form.saveNow} />}
      size={isExpanded ? 'full' : 'lg'}
      title={
        isExpanded
          ? ['Lesson Plan Details', fields.title.trim()].filter(Boolean).join(': ')
          : before
            ? 'Edit Time Block'
            : 'Create Time Block'
      }
      description={isExpanded ? <ExpandedDay date={date} lesson={fields} times={times} /> : formatDay(date, 'full')}
      actions={isExpanded ? <CollapseButton form={form} /> : <PlannerOutlet name="BlockMenu" readDraft={form.read} onChoose={form.fill} />}
      aside={<PlannerOutlet name="BlockAside" date={date} readDraft={form.read} text={text} onPending={form.setPending} />}
      // Keyed so that React doesn't reuse the clicked button for another one, which the same click would then trigger.
      footer={isExpanded ? <ExpandedFooter key="expanded" /> : <Footer key="whole" form={form} onDelete={before && form.remove} />}
    >
      <form
        id={FORM}
        noValidate
        className={isExpanded ? 'flex h-full flex-col' : 'phone:flex phone:min-h-full phone:flex-col'}
        onKeyDown={saveByKey}
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
      >
        {failure !== null && (
          <p role="alert" className="mb-3.5 rounded-control bg-blocked-soft px-3 py-2 font-medium text-blocked">
            Not saved. {failure} Your text is still here.
          </p>
        )}
        {before && !isExpanded && <PlannerOutlet name="BlockTop" date={date} block={before} />}
        {form.keptAt !== null && !isExpanded && <DraftNote keptAt={form.keptAt} hasMovedOn={form.hasMovedOn} onDrop={form.undo} />}
        <div hidden={isExpanded}>
          <BlockTimeFields
            date={date}
            draft={fields}
            problems={problems}
            duration={duration}
            isNew={before === null}
            onChange={form.change}
          />
          <LaterLessonsField later={form.later} title={before?.title ?? ''} />
        </div>
        <LessonText form={form} takesFocus={before !== null} />
        <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2" hidden={isExpanded}>
          <AlertFields draft={fields} onChange={form.change} />
        </div>
      </form>
      <ConfirmDialog
        open={form.isAsking}
        title="Save and close?"
        description={`${form.pending ?? ''} If you save and close now, you’ll lose it.`}
        confirmLabel="Save anyway"
        cancelLabel="Keep editing"
        onCancel={form.stopAsking}
        onConfirm={form.confirm}
      />
    </Dialog>
  )
}
