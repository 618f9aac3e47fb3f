import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus, ChevronDown, LayoutTemplate, LibraryBig } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { formatTime } from '#shared/dates.ts'
import type { BlockDraft } from '#web/features/calendar/model/block-draft.ts'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { useUser } from '#web/features/people/data.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { SaveTemplateDialog } from '#web/features/templates/forms/save-template-dialog.tsx'
import { openTemplateDialog } from '#web/features/templates/open-dialogs.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'

const ICON = <LayoutTemplate className="size-4" />
const KEEP = <BookmarkPlus className="size-4" />

/** Fills the time block dialog's form from a template, without saving. Undo restores the previous values. */
export const BlockMenu = ({ readDraft, onChoose }: ComponentProps<NonNullable<PlannerParts['BlockMenu']>>) => {
  const { preferences } = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const { data: templates, error } = useQuery({ ...templatesQuery('timeBlock'), enabled: isOpen })
  return (
    <Menu
      className="w-[250px]"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="sm" icon={ICON} aria-label="Templates" className="max-sm:w-11">
          <span className="max-sm:hidden">Templates</span>
          <ChevronDown className="size-3.5 max-sm:hidden" />
        </Button>
      }
    >
      <MenuLabel>Fill in from a template</MenuLabel>
      {templates?.map(({ id, name, title, description, startTime, endTime, hasAlert, alertMessage, classId = null }) => (
        <MenuItem
          key={id}
          onSelect={() => {
            const draft = readDraft()
            onChoose({ title, description, startTime, endTime, hasAlert, alertMessage, classId })
            showToast({
              title: 'Template applied successfully',
              description: name,
              tone: 'success',
              action: { label: 'Undo', onPress: () => onChoose(draft) },
            })
          }}
        >
          <span className="min-w-0">
            <span className="block truncate">{name}</span>
            <span className="block truncate text-small font-normal text-ink-soft tabular">
              {`${title}, ${formatTime(startTime, preferences.timeFormat)} – ${formatTime(endTime, preferences.timeFormat)}`}
            </span>
          </span>
        </MenuItem>
      ))}
      {templates?.length === 0 && <p className="px-2.5 py-1.5 text-label text-ink-soft">No templates found - create one first!</p>}
      {!templates && <p className="px-2.5 py-1.5 text-label text-ink-soft">{error ? error.message : 'Loading...'}</p>}
      <MenuSeparator />
      <MenuItem icon={<LibraryBig className="size-4" />} onSelect={() => openTemplateDialog({ is: 'manager', tab: 'timeBlock' })}>
        Manage templates…
      </MenuItem>
    </Menu>
  )
}

/** Saves the time block dialog's values as a template. */
export const BlockFoot = ({ readDraft }: ComponentProps<NonNullable<PlannerParts['BlockFoot']>>) => {
  const [toSave, setToSave] = useState<BlockDraft | null>(null)
  const open = () => {
    const draft = readDraft()
    const title = draft.title.trim()
    if (title !== '') return setToSave({ ...draft, title })
    showToast({ title: 'Failed to create time block template', description: 'Please enter a title first', tone: 'destructive' })
  }
  return (
    <>
      <Button variant="ghost" icon={KEEP} onClick={open}>
        Save as template
      </Button>
      {toSave && (
        <SaveTemplateDialog
          source={{ kind: 'timeBlock', block: toSave }}
          initialName={`${toSave.title.slice(0, 190)} Template`}
          description={toSave.title}
          onClose={() => setToSave(null)}
        />
      )}
    </>
  )
}
