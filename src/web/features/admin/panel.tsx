import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { formatNumber } from './figures.ts'

const KeyFigure = ({ value, children }: { value: number | string | undefined; children: string }) => (
  <div className="flex flex-col-reverse text-right phone:text-left">
    <dt className="text-small text-ink-soft">{children}</dt>
    <dd className="font-display text-title leading-tight font-bold tabular">
      {value === undefined ? '–' : typeof value === 'string' ? value : formatNumber(value)}
    </dd>
  </div>
)

type PanelProps = {
  title: string
  description?: string
  figures?: readonly (readonly [label: string, value: number | string | undefined])[]
  className?: string
  children?: ReactNode
}

/** A section of a tab, with its key figures next to its title. */
export const Panel = ({ title, description, figures = [], className, children }: PanelProps) => {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={clsx('min-w-0 rounded-dialog border border-line bg-surface px-5.5 py-5 shadow-card small:px-4', className)}
    >
      <header className="flex flex-wrap justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={id} className="text-heading">
            {title}
          </h2>
          {description && <p className="text-label text-ink-soft">{description}</p>}
        </div>
        {figures.length > 0 && (
          <dl className="flex gap-6">
            {figures.map(([label, value]) => (
              <KeyFigure key={label} value={value}>
                {label}
              </KeyFigure>
            ))}
          </dl>
        )}
      </header>
      {children}
    </section>
  )
}
