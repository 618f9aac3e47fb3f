import type { DailyTemplate, TemplateOptions } from '#shared/templates/contract.ts'
import { withOptions } from '#shared/templates/rules.ts'
import type { ShownBlock } from '#web/features/templates/template-kinds.ts'

/**
 * The source of a weekday's lessons: the template itself ('kept'), the displayed week ('shown'), no source ('none'), or the ID of a daily
 * template.
 */
export type Source = 'kept' | 'shown' | 'none' | (string & {})

type Sources = {
  source: Source
  kept: readonly ShownBlock[]
  shown: readonly ShownBlock[]
  daily: readonly DailyTemplate[]
  /** Applies only to lessons from the displayed week. Saved templates are used unchanged. */
  options: TemplateOptions
}

/** Returns the blocks for a weekday. Returns no blocks if the weekday's daily template has since been deleted. */
export const blocksFrom = ({ source, kept, shown, daily, options }: Sources): readonly ShownBlock[] => {
  if (source === 'kept') return kept
  if (source === 'none') return []
  if (source === 'shown') return shown.map((block) => withOptions(block, options))
  return daily.find(({ id }) => id === source)?.blocks ?? []
}
