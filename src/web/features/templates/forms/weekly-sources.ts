import type { DailyTemplate, TemplateOptions } from '#shared/templates/contract.ts'
import { withOptions } from '#shared/templates/rules.ts'
import type { ShownBlock } from '#web/features/templates/template-kinds.ts'

/** Where a weekday of a weekly template comes from: as it stands in the template, the shown week, nothing, or the id of a daily template. */
export type Source = 'kept' | 'shown' | 'none' | (string & {})

type Sources = {
  source: Source
  kept: readonly ShownBlock[]
  shown: readonly ShownBlock[]
  daily: readonly DailyTemplate[]
  /** For what comes from the shown week; a template holds what its teacher put in. */
  options: TemplateOptions
}

/** The blocks that a weekday gets. A daily template that is gone by now gives none. */
export const blocksFrom = ({ source, kept, shown, daily, options }: Sources): readonly ShownBlock[] => {
  if (source === 'kept') return kept
  if (source === 'none') return []
  if (source === 'shown') return shown.map((block) => withOptions(block, options))
  return daily.find(({ id }) => id === source)?.blocks ?? []
}
