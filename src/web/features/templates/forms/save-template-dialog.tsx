import { useState } from 'react'
import { NAME_MISSING } from '#shared/templates/contract.ts'
import { withOptions } from '#shared/templates/rules.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { byWeekday, type ShownBlock } from '#web/features/templates/template-kinds.ts'
import { BlocksPreview, WeekPreview } from '#web/features/templates/template-preview.tsx'
import { createTemplate } from '#web/features/templates/template-saves.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RequiredTextField, TemplateOptionsFields } from './template-fields.tsx'

/** What is kept: one time block, the blocks of one day, or those of Monday to Friday. */
type KeptAs =
  | { kind: 'timeBlock'; block: ShownBlock }
  | { kind: 'daily'; days: readonly (readonly ShownBlock[])[] }
  | { kind: 'weekly'; days: readonly (readonly ShownBlock[])[] }

const TITLES = {
  timeBlock: 'Create Time Block Template',
  daily: 'Create Daily Template',
  weekly: 'Create Weekly Template',
} as const

type SaveTemplateDialogProps = { kept: KeptAs; initialName: string; description: string; onClose: () => void }

/** Keeps a block, a day or a week as a template, under a name. */
export const SaveTemplateDialog = ({ kept, initialName, description, onClose }: SaveTemplateDialogProps) => {
  const { preferences } = useUser()
  const [name, setName] = useState(initialName)
  const [error, setError] = useState<string>()
  const [options, setOptions] = useState({ includeDescriptions: false, includeAlerts: false })
  const [isBusy, setIsBusy] = useState(false)
  const all = kept.kind === 'timeBlock' ? [[kept.block]] : kept.days
  const days = all.map((blocks) => blocks.map((block) => withOptions(block, options)))
  const [first = []] = days

  const save = async () => {
    if (name.trim() === '') return setError(NAME_MISSING)
    setIsBusy(true)
    const [block] = first
    const isDone =
      kept.kind === 'timeBlock'
        ? block && (await createTemplate('timeBlock', { name, ...block }))
        : kept.kind === 'daily'
          ? await createTemplate('daily', { name, blocks: first })
          : await createTemplate('weekly', { name, ...byWeekday(days) })
    setIsBusy(false)
    if (isDone) onClose()
  }

  return (
    <FormDialog
      title={TITLES[kept.kind]}
      description={description}
      size={kept.kind === 'weekly' ? 'lg' : 'md'}
      isChanged={() => name !== initialName}
      busy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <RequiredTextField label="Template name" value={name} error={error} onChange={setName} />
      <TemplateOptionsFields options={options} className="mt-3.5 grid gap-2" onChange={setOptions} />
      <h3 className="mt-5 mb-2 font-text text-caption font-semibold tracking-normal text-ink-soft">What it will hold</h3>
      {kept.kind === 'weekly' ? (
        <WeekPreview days={days} timeFormat={preferences.timeFormat} />
      ) : (
        <BlocksPreview blocks={first} timeFormat={preferences.timeFormat} />
      )}
    </FormDialog>
  )
}
