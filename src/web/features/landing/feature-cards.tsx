import { clsx } from 'clsx'
import { CalendarDays, LayoutTemplate, PencilLine, Printer } from 'lucide-react'

const FEATURES = [
  [CalendarDays, 'Smart Calendar', 'Month, week, and day at a glance, with days off and notes right where you need them.'],
  [LayoutTemplate, 'Time Block & Daily Templates', 'Build your bell schedule once, then drop it on any day.'],
  [PencilLine, 'Rich Lesson Plans', 'Headings, lists, tables, and links. Write as much or as little as you need.'],
  [Printer, 'Substitute Plans', 'A printable packet for your sub, ready in a few clicks.'],
] as const

/** The cards for Firstbell's four main features. */
export const FeatureCards = ({ className }: { className: string }) => (
  <ul id="features" aria-label="Features" className={clsx(className, 'grid gap-4 sm:grid-cols-2 lg:grid-cols-4 max-sm:gap-2.5')}>
    {FEATURES.map(([Icon, name, text]) => (
      <li
        key={name}
        className="grid grid-cols-[auto_1fr] grid-rows-[auto_1fr] items-center gap-x-3.5 sm:grid-rows-[3.25rem_1fr] rounded-dialog border border-line bg-surface p-5 shadow-card max-sm:p-4"
      >
        <span className="grid size-10 place-items-center rounded-control bg-brand-soft text-brand">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <h2 className="text-title leading-snug">{name}</h2>
        <p className="col-span-2 mt-2.5 self-start text-lead text-ink-soft">{text}</p>
      </li>
    ))}
  </ul>
)
