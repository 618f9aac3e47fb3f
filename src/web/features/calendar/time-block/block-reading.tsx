import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import type { TimeBlock } from '#shared/calendar/contract.ts'
import { formatTimes } from '#shared/dates.ts'
import { RichText } from '#web/features/rich-text/rich-text.tsx'

type BlockReadingProps = {
  block: TimeBlock
  timeFormat: Preferences['timeFormat']
  /** Another version of the block. Everything that differs from it is highlighted. */
  other?: TimeBlock | null
}

const alertOf = ({ hasAlert, alertMessage }: TimeBlock): string => (hasAlert ? `Alert: ${alertMessage}` : 'No alert')

type PartProps = { isDifferent: boolean; className?: string; children: ReactNode }

const Part = ({ isDifferent, className, children }: PartProps) => (
  <div className={clsx(className, isDifferent && '-mx-1.5 w-fit max-w-[calc(100%+12px)] rounded-small bg-brand-soft px-1.5')}>
    {isDifferent && <span className="sr-only">Different: </span>}
    {children}
  </div>
)

/** A read-only version of a time block in a dialog, with all its content. */
export const BlockReading = ({ block, timeFormat, other = null }: BlockReadingProps) => {
  const differs = (of: (version: TimeBlock) => unknown): boolean => other !== null && of(block) !== of(other)
  return (
    <>
      <Part isDifferent={differs(({ title }) => title)} className="font-display text-title font-bold">
        {block.title}
      </Part>
      <Part isDifferent={differs((version) => formatTimes(version, timeFormat))} className="text-label text-ink-soft tabular">
        {formatTimes(block, timeFormat)}
      </Part>
      {(block.hasAlert || other?.hasAlert) && (
        <Part isDifferent={differs(alertOf)} className={clsx('text-label', block.hasAlert ? 'text-brass-ink' : 'text-ink-soft')}>
          {alertOf(block)}
        </Part>
      )}
      <Part isDifferent={differs(({ description }) => description)}>
        {block.description === '' && other?.description ? 'No text' : <RichText html={block.description} />}
      </Part>
    </>
  )
}
