import type { Preferences } from '#shared/accounts/contract.ts'
import type { TemplateBody } from './template-kinds.ts'
import { summaryOf } from './template-summary.ts'

/** A template's summary, which wraps before its times and not within them. */
export const SummaryLine = ({ entry, timeFormat }: { entry: TemplateBody; timeFormat: Preferences['timeFormat'] }) => {
  const { what, times } = summaryOf(entry, timeFormat)
  return (
    <>
      {what}
      {times && ', '}
      <span className="whitespace-nowrap">{times}</span>
    </>
  )
}
