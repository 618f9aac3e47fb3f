import { Check, ListPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { NoteName } from '#shared/accounts/rules.ts'
import { NOTE_GUIDE } from '#shared/sub-plans/rules.ts'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { EditorPart } from '#web/features/rich-text/editor-part.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'
import { isFromDevice } from '#web/lib/device/kept.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ClassroomFields } from './classroom-fields.tsx'
import { SPECIAL_NOTES } from './special-notes.ts'
import { useClassroom } from './use-classroom.ts'
import { useNotesForm } from './use-notes-form.ts'

/** The tabs: the notes, and the lines about the classroom. */
type NotesTab = NoteName | 'classroom'
const TABS: readonly { value: NotesTab; label: string }[] = [
  ...SPECIAL_NOTES.map(({ name, title }) => ({ value: name, label: title })),
  { value: 'classroom', label: 'Classroom' },
]

/** Shows a read-only note to a teacher who can't edit it. */
const NoteReading = ({ html }: { html: string }) =>
  html === '' ? <p className="py-8 text-center text-ink-soft">Nothing here yet.</p> : <RichText html={html} />

const Saved = ({ isSaved }: { isSaved: boolean }) => (
  <span role="status" className="flex flex-1 items-center gap-1.5 font-medium text-note phone:flex-none phone:empty:absolute">
    {isSaved && (
      <>
        <Check className="size-4" /> Saved
      </>
    )}
  </span>
)

const LIST = <ListPlus className="size-4" />

/** `isAway` is true if the texts came from this device, which doesn't have the student notes. */
type NotePanelProps = { form: ReturnType<typeof useNotesForm>; mayEdit: boolean; isAway: boolean }

/** A note with its editor, or only its text for a teacher who can't edit it. */
const NotePanel = ({ form, mayEdit, isAway }: NotePanelProps) => {
  const { user, note, edited, addHeadings, writeAgain, beginning, isMerged, isUnreadable } = form
  const special = SPECIAL_NOTES.find(({ name }) => name === note)
  if (isAway && note === 'studentNotes')
    return <p className="py-8 text-center text-ink-soft">Student notes stay on the server. When the network is back, open this again.</p>
  if (isUnreadable)
    return (
      <div role="alert" className="my-3 grid justify-items-start gap-3">
        <RichText html={user[note]} />
        {mayEdit && (
          <>
            <p>If the key is found, your text comes back. If you write it again, the earlier text is lost.</p>
            <Button size="sm" onClick={writeAgain}>
              Write it again
            </Button>
          </>
        )}
      </div>
    )
  return (
    <>
      {special && (
        <div className="my-3 flex flex-wrap items-center justify-between gap-2">
          <p className="text-ink-soft">{special.about}</p>
          {mayEdit && (
            <Button size="sm" icon={LIST} onClick={addHeadings}>
              Add headings
            </Button>
          )}
        </div>
      )}
      {isMerged && (
        <p role="alert" className="mb-3 rounded-control bg-brass-soft px-3 py-2 font-medium text-brass-ink">
          These notes were also changed in another window. Both versions are here now. Keep what’s right, then save.
        </p>
      )}
      {mayEdit ? (
        <div data-fills="" className="phone:[&_.ProseMirror]:min-h-[max(120px,100dvh-430px)]!">
          <Suspense fallback={<Skeleton className="h-[354px] rounded-card" />}>
            <EditorPart
              key={`${note} ${beginning}`}
              label={special?.title ?? ''}
              placeholder={['For example:', ...NOTE_GUIDE[note].slice(0, 3)].join('\n')}
              initial={beginning}
              onEdit={(read) => edited(note, read)}
            />
          </Suspense>
        </div>
      ) : (
        <NoteReading html={user[note]} />
      )}
    </>
  )
}

type SpecialNotesDialogProps = { initialNote?: NotesTab | undefined; onClose: () => void }

/** Edits what every sub plan includes: substitute instructions, emergency procedures, student notes, and lines about the classroom. */
export const SpecialNotesDialog = ({ initialNote = 'substituteInstructions', onClose }: SpecialNotesDialogProps) => {
  const { mayEdit } = useOwnCalendar()
  // As it was when the dialog opened, because the editors begin with the texts of that moment.
  const [isAway] = useState(isFromDevice.get)
  const [tab, setTab] = useState<NotesTab>(initialNote)
  /** Whether everything was saved, and nothing was edited since. */
  const [isSaved, setIsSaved] = useState(false)
  const form = useNotesForm(initialNote === 'classroom' ? 'substituteInstructions' : initialNote, () => setIsSaved(false))
  const room = useClassroom()
  const typeRoom = (change: Parameters<typeof room.type>[0]) => {
    room.type(change)
    setIsSaved(false)
  }
  const isRoomChanged = Object.keys(room.unsaved).length > 0
  const choose = (chosen: NotesTab) => {
    setTab(chosen)
    if (chosen !== 'classroom') form.choose(chosen)
  }
  const save = async () => {
    const isRoomSaved = await room.save()
    if (!isRoomSaved) setTab('classroom')
    const { merged, isDone } = await form.save()
    if (merged) setTab(merged)
    setIsSaved(isRoomSaved && isDone)
  }
  return (
    <Dialog
      onClose={onClose}
      unsaved={{
        isChanged: () => isRoomChanged || Object.keys(form.unsaved()).length > 0,
        message: 'You have unsaved changes to these notes.',
      }}
      size="lg"
      title="Special Notes"
      description="They print on every sub plan."
      footer={
        mayEdit && (
          <>
            <Saved isSaved={isSaved} />
            <Button variant="solid" busy={form.isBusy || room.isBusy} className="phone:h-[50px] phone:flex-1" onClick={() => void save()}>
              Save
            </Button>
          </>
        )
      }
    >
      <Tabs label="Special notes" value={tab} options={TABS} onChange={choose}>
        {tab === 'classroom' ? (
          <>
            <p className="my-3 text-ink-soft">Type it once. It’s on every plan, and on your substitute’s phone.</p>
            <ClassroomFields classroom={room.classroom} school={room.school} mayEdit={mayEdit} problems={room.problems} onType={typeRoom} />
          </>
        ) : (
          <NotePanel form={form} mayEdit={mayEdit} isAway={isAway} />
        )}
      </Tabs>
    </Dialog>
  )
}
