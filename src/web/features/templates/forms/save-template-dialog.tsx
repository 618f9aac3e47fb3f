import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isBlank } from '#shared/plain-text.ts'
import { NAME_MISSING } from '#shared/templates/contract.ts'
import { withOptions } from '#shared/templates/rules.ts'
import { useUser } from '#web/features/people/data.ts'
import { byWeekday, type ShownBlock } from '#web/features/templates/template-kinds.ts'
import { BlocksPreview, WEEKDAYS, WeekPreview } from '#web/features/templates/template-preview.tsx'
import { createTemplate } from '#web/features/templates/template-saves.ts'
import { counted } from '#web/lib/counted.ts'
import { usePending } from '#web/lib/use-pending.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TemplateOptionsFields, TemplateTextField } from './template-fields.tsx'

/** The source for a new template: a time block, a day, or Monday to Friday. */
type TemplateSource =
  | { kind: 'timeBlock'; block: ShownBlock }
  /** `hidden` contains the indexes of the blocked days, whose lessons the planner doesn't show. */
  | { kind: 'daily' | 'weekly'; days: readonly (readonly ShownBlock[])[]; hidden: readonly number[] }

const TITLES = {
  timeBlock: 'Create Time Block Template',
  daily: 'Create Daily Template',
  weekly: 'Create Weekly Template',
} as const

type SaveTemplateDialogProps = { source: TemplateSource; initialName: string; description: string; onClose: () => void }

/** Saves a time block, a day, or a week as a named template. A week keeps its texts unless the teacher leaves them out. */
export const SaveTemplateDialog = ({ source, initialName, description, onClose }: SaveTemplateDialogProps) => {
  const { preferences } = useUser()
  const [name, setName] = useState(initialName)
  const [error, setError] = useState<string>()
  const [options, setOptions] = useState({ includeDescriptions: source.kind === 'weekly', includeAlerts: false })
  const [isBusy, whileBusy] = usePending()
  const [areHiddenKept, setAreHiddenKept] = useState(true)
  const hidden = source.kind === 'timeBlock' ? [] : source.hidden
  const whole = source.kind === 'timeBlock' ? [[source.block]] : source.days
  const all = areHiddenKept ? whole : whole.map((blocks, place) => (hidden.includes(place) ? [] : blocks))
  const days = all.map((blocks) => blocks.map((block) => withOptions(block, options)))
  const [first = []] = days
  const written = all.flat().filter(({ description }) => !isBlank(description)).length

  const save = async () => {
    if (name.trim() === '') return setError(NAME_MISSING)
    const create = async () => {
      const [block] = first
      if (source.kind === 'timeBlock') return block !== undefined && createTemplate('timeBlock', { name, ...block })
      if (source.kind === 'daily') return createTemplate('daily', { name, blocks: first })
      return createTemplate('weekly', { name, ...byWeekday(days) })
    }
    if (await whileBusy(create)) onClose()
  }

  return (
    <FormDialog
      title={TITLES[source.kind]}
      description={description}
      size={source.kind === 'weekly' ? 'lg' : 'md'}
      isChanged={() => name !== initialName}
      busy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TemplateTextField label="Template name" value={name} error={error} onChange={setName} />
      <TemplateOptionsFields options={options} className="mt-3.5 grid gap-2" onChange={setOptions} />
      {!options.includeDescriptions && written > 0 && (
        <p className="mt-2.5 flex items-start gap-2 rounded-control bg-brass-soft px-3 py-2 font-medium text-brass-ink">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" />
          {`${written === 1 ? 'One lesson has text that won’t be in this template.' : `${written} lessons have text that won’t be in this template.`} To keep it, check “Include lesson descriptions.”`}
        </p>
      )}
      {hidden.length > 0 && (
        <div role="status" className="mt-3.5 rounded-control bg-brass-soft px-3 py-2 text-brass-ink">
          <p className="mb-2 font-semibold">This week has lessons the planner doesn’t show:</p>
          <Checkbox
            checked={areHiddenKept}
            onChange={(event) => setAreHiddenKept(event.target.checked)}
            label={`Include lessons hidden on days off (${hidden.map((place) => `${WEEKDAYS[place]}: ${counted(whole[place]?.length ?? 0, 'lesson')}`).join(', ')})`}
          />
        </div>
      )}
      <h3 className="mt-5 mb-2 font-text text-caption font-semibold tracking-normal text-ink-soft">Preview</h3>
      {source.kind === 'weekly' ? (
        <WeekPreview days={days} timeFormat={preferences.timeFormat} />
      ) : (
        <BlocksPreview blocks={first} timeFormat={preferences.timeFormat} />
      )}
    </FormDialog>
  )
}
