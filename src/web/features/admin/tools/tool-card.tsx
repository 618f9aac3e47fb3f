import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type ToolCardProps = { title: string; description: string; Icon: LucideIcon; isDanger?: boolean; children: ReactNode }

/** A tool's description, and the button that starts it. */
export const ToolCard = ({ title, description, Icon, isDanger = false, children }: ToolCardProps) => {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`flex min-w-0 flex-col gap-3 rounded-dialog border bg-surface px-5.5 py-5 shadow-card small:px-4 ${isDanger ? 'border-blocked' : 'border-line'}`}
    >
      <div className="flex items-start gap-3.5">
        <span
          className={`grid size-[42px] shrink-0 place-items-center rounded-control ${isDanger ? 'bg-blocked-soft text-blocked' : 'bg-brand-soft text-brand'}`}
        >
          <Icon className="size-5" />
        </span>
        <div className="min-w-0">
          {isDanger && <p className="text-small font-bold text-blocked">Danger Zone</p>}
          <h2 id={id} className="text-heading leading-tight">
            {title}
          </h2>
          <p className="mt-1 text-ink-soft">{description}</p>
        </div>
      </div>
      <div className="mt-auto not-phone:pl-14">{children}</div>
    </section>
  )
}
