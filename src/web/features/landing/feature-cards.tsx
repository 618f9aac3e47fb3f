import { clsx } from 'clsx'
import { CalendarDays, LayoutTemplate, PencilLine, Printer } from 'lucide-react'

const FEATURES = [
  [CalendarDays, 'Smart Calendar', 'Month, week and day at a glance, with days off and notes where you need them.'],
  [LayoutTemplate, 'Time Block & Daily Templates', 'Build your bell schedule once, then drop it on any day.'],
  [PencilLine, 'Rich Lesson Plans', 'Headings, lists, tables and links: plans as full as your lessons.'],
  [Printer, 'Substitute Plans', 'A printable packet for your sub at the click of a button.'],
] as const

/** The four things that Firstbell is for. */
export const FeatureCards = ({ className }: { className: string }) => (
  <section aria-label="Features" className={clsx(className, 'mt-16 grid gap-4 sm:grid-cols-2 lg:grid-cols-4 max-sm:mt-12')}>
    {FEATURES.map(([Icon, name, text]) => (
      <div key={name} className="rounded-dialog border border-line bg-surface p-6 shadow-card">
        <span className="grid size-11 place-items-center rounded-control bg-brand-soft text-brand">
          <Icon aria-hidden="true" className="size-[22px]" />
        </span>
        <h3 className="mt-4 text-title leading-snug">{name}</h3>
        <p className="mt-1.5 text-lead text-ink-soft">{text}</p>
      </div>
    ))}
  </section>
)
