import { ChevronDown, Copy, Ellipsis, LifeBuoy, Pencil, Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { checkedAtOf, checkedWords } from '#web/features/templates/emergency-plan.ts'
import { SummaryLine } from '#web/features/templates/summary-line.tsx'
import type { AnyTemplate } from '#web/features/templates/template-kinds.ts'
import { TemplatePreview } from '#web/features/templates/template-preview.tsx'
import { deleteTemplate, duplicateTemplate, keepEmergencyPlan } from '#web/features/templates/template-saves.ts'
import { TemplateSwatch } from '#web/features/templates/template-swatch.tsx'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx'

const DOWN = <ChevronDown className="size-4 shrink-0 text-ink-soft transition-transform duration-150" />
const MORE = <Ellipsis className="size-4" />
const EDIT = <Pencil className="size-4" />
const COPY = <Copy className="size-4" />
const EMERGENCY = <LifeBuoy className="size-4" />
const BIN = <Trash2 className="size-4" />

type TemplateRowProps = {
  entry: AnyTemplate
  timeFormat: Preferences['timeFormat']
  mayEdit: boolean
  /** Whether the teacher can add lessons to the displayed calendar. */
  mayApply: boolean
  onApply: (entry: AnyTemplate) => void
  onEdit: (entry: AnyTemplate) => void
}

/** Tells that a template is an emergency plan, and when the teacher last checked it. */
const OnFile = ({ entry }: { entry: AnyTemplate }) => {
  const { timezone } = useUser()
  const today = useToday(timezone)
  const checkedAt = checkedAtOf(entry)
  if (checkedAt === null) return null
  return (
    <span className="flex items-center gap-1.5 text-caption font-semibold text-brand">
      {EMERGENCY} Emergency plan, {checkedWords(checkedAt, { timezone, today })}
    </span>
  )
}

/** The menu's items for emergency plans, which only a day can be. */
const EmergencyItems = ({ entry }: { entry: AnyTemplate }) => {
  if (entry.kind !== 'daily') return null
  if (checkedAtOf(entry) === null)
    return (
      <MenuItem icon={EMERGENCY} onSelect={() => void keepEmergencyPlan(entry, true)}>
        Keep as emergency plan
      </MenuItem>
    )
  return (
    <>
      <MenuItem icon={EMERGENCY} onSelect={() => void keepEmergencyPlan(entry, true)}>
        Checked today
      </MenuItem>
      <MenuItem onSelect={() => void keepEmergencyPlan(entry, false)}>No longer an emergency plan</MenuItem>
    </>
  )
}

/**
 * A template in the list. Clicking it expands a preview. `content-visibility` skips rendering off-screen rows, because there may be
 * hundreds.
 */
export const TemplateRow = memo(({ entry, timeFormat, mayEdit, mayApply, onApply, onEdit }: TemplateRowProps) => {
  const [isShown, setIsShown] = useState(false)
  const { name } = entry.template
  return (
    <li className="rounded-card border border-line bg-surface [contain-intrinsic-size:auto_58px] [content-visibility:auto]">
      <div className="flex items-center gap-1 p-1.5">
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => setIsShown(!isShown)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control px-2.5 py-1 text-left hover:bg-sunken aria-expanded:[&>svg]:rotate-180"
        >
          {DOWN}
          <TemplateSwatch entry={entry} className="max-sm:hidden" />
          <span className="min-w-0">
            <strong className="block truncate font-semibold">{name}</strong>
            <span className="line-clamp-2 text-caption text-ink-soft tabular">
              <SummaryLine entry={entry} timeFormat={timeFormat} />
            </span>
            <OnFile entry={entry} />
          </span>
        </button>
        {mayApply && (
          <Button size="sm" aria-label={`Apply ${name}`} onClick={() => onApply(entry)}>
            Apply…
          </Button>
        )}
        {mayEdit && (
          <Menu
            trigger={
              <IconButton variant="ghost" label={`More for ${name}`}>
                {MORE}
              </IconButton>
            }
          >
            <MenuItem icon={EDIT} onSelect={() => onEdit(entry)}>
              Edit…
            </MenuItem>
            <MenuItem icon={COPY} onSelect={() => void duplicateTemplate(entry)}>
              Duplicate
            </MenuItem>
            <EmergencyItems entry={entry} />
            <MenuSeparator />
            <MenuItem icon={BIN} danger onSelect={() => void deleteTemplate(entry)}>
              Delete
            </MenuItem>
          </Menu>
        )}
      </div>
      {isShown && (
        <div className="border-t border-line p-3.5">
          <TemplatePreview entry={entry} timeFormat={timeFormat} />
        </div>
      )}
    </li>
  )
})
