import { Check, ListPlus } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { NoteName, SpecialNotes } from '#shared/sub-plans/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { EditorPart } from '#web/features/calendar/editor-part.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { useSaveNotes } from './data.ts'
import { SPECIAL_NOTES, withHeadings } from './special-notes.ts'

const TABS = SPECIAL_NOTES.map(({ name, title }) => ({ value: name, label: title }))

type SpecialNotesDialogProps = { initialNote?: NoteName | undefined; onClose: () => void }

/** Substitute instructions, emergency procedures and student notes: written once, in every substitute plan. */
export const SpecialNotesDialog = ({ initialNote = 'substituteInstructions', onClose }: SpecialNotesDialogProps) => {
  const user = useUser()
  const saveNotes = useSaveNotes()
  const [note, setNote] = useState<NoteName>(initialNote)
  /** Where each editor begins; a new beginning is a new editor. */
  const [beginnings, setBeginnings] = useState<SpecialNotes>(() => ({
    substituteInstructions: user.substituteInstructions,
    emergencyProcedures: user.emergencyProcedures,
    studentNotes: user.studentNotes,
  }))
  /** As the server has them; it may write the same text in its own way. */
  const [saved, setSaved] = useState(beginnings)
  const reads = useRef<Partial<Record<NoteName, () => string>>>({})
  const [isSaved, setIsSaved] = useState(false)
  const [isAsking, setIsAsking] = useState(false)

  const textOf = (name: NoteName): string => reads.current[name]?.() ?? beginnings[name]
  const unsaved = (): Partial<SpecialNotes> =>
    Object.fromEntries(SPECIAL_NOTES.map(({ name }) => [name, textOf(name)] as const).filter(([name, text]) => text !== saved[name]))

  const save = async () => {
    const sent = unsaved()
    const refused = await saveNotes.mutateAsync(sent)
    const [first] = refused
    for (const { name } of refused) delete sent[name]
    setSaved((now) => ({ ...now, ...sent }))
    setIsSaved(!first)
    if (!first) return
    const { failure } = SPECIAL_NOTES.find(({ name }) => name === first.name) ?? {}
    showToast({ tone: 'destructive', title: failure ?? '', description: first.message })
  }
  const leave = () => (Object.keys(unsaved()).length > 0 ? setIsAsking(true) : onClose())
  const begin = (name: NoteName, text: string) => {
    delete reads.current[name]
    setBeginnings((now) => ({ ...now, [name]: text }))
  }
  const edited = (name: NoteName, read: () => string) => {
    reads.current[name] = read
    setIsSaved(false)
  }
  const choose = (chosen: NoteName) => {
    // The editor that is left is taken down: what it holds is where it begins next time.
    begin(note, textOf(note))
    setNote(chosen)
  }

  const special = SPECIAL_NOTES.find(({ name }) => name === note)
  return (
    <Dialog
      open
      onOpenChange={leave}
      size="lg"
      title="Special Notes"
      description="Kept for every substitute plan, and seen by nobody else."
      footer={
        <>
          <span role="status" className="flex flex-1 items-center gap-1.5 font-medium text-note">
            {isSaved && (
              <>
                <Check aria-hidden="true" className="size-4" /> Saved
              </>
            )}
          </span>
          <Button onClick={leave}>Close</Button>
          <Button variant="solid" busy={saveNotes.isPending} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <Tabs label="Special notes" value={note} options={TABS} onChange={choose}>
        {special && (
          <div className="my-3 flex flex-wrap items-center justify-between gap-2">
            <p className="text-ink-soft">{special.about}</p>
            <Button
              size="sm"
              icon={<ListPlus aria-hidden="true" className="size-4" />}
              onClick={() => {
                begin(note, withHeadings(textOf(note), special))
                setIsSaved(false)
              }}
            >
              Add Guide Headings
            </Button>
          </div>
        )}
        <Suspense fallback={<Skeleton className="h-[240px] rounded-[13px] small:h-[340px]" />}>
          <EditorPart
            key={`${note} ${beginnings[note]}`}
            label={special?.title ?? ''}
            initial={beginnings[note]}
            onEdit={(read) => edited(note, read)}
          />
        </Suspense>
      </Tabs>
      <ConfirmDialog
        open={isAsking}
        title="Leave without saving?"
        description="What you changed in these notes has not been saved."
        confirmLabel="Discard changes"
        cancelLabel="Keep editing"
        destructive
        onConfirm={onClose}
        onCancel={() => setIsAsking(false)}
      />
    </Dialog>
  )
}
