import { NotebookPen, SlidersHorizontal } from 'lucide-react'
import { runCommand } from '#web/lib/commands.ts'
import { IconButton } from '#web/ui/button.tsx'

/** What is reached from the sidebar, in its order: each a command of that id. */
const ACTIONS = [
  { id: 'special-notes', label: 'Special Notes', about: 'Sub instructions, emergencies, students', Icon: NotebookPen },
  { id: 'preferences', label: 'Preferences', about: 'Theme, time format, week start', Icon: SlidersHorizontal },
] as const

export const QuickActions = () => (
  <section aria-labelledby="quick-actions">
    <h2 id="quick-actions" className="mt-4 mb-1 font-text text-small font-semibold tracking-normal text-ink-soft">
      Quick Actions
    </h2>
    <ul className="-mx-2">
      {ACTIONS.map(({ id, label, about, Icon }) => (
        <li key={id}>
          <button
            type="button"
            className="flex w-full items-center gap-3 rounded-control px-2 py-2 text-left transition-colors duration-150 hover:bg-sunken"
            onClick={() => runCommand(id)}
          >
            <Icon aria-hidden="true" className="size-[18px] shrink-0 text-brand" />
            <span className="min-w-0">
              <strong className="block font-semibold">{label}</strong>
              <span className="block text-caption text-ink-soft">{about}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  </section>
)

/** The same in the narrow strip: each its icon, with its name as a tip. */
export const QuickActionIcons = () => (
  <ul className="grid justify-items-center gap-2">
    {ACTIONS.map(({ id, label, Icon }) => (
      <li key={id}>
        <IconButton label={label} variant="ghost" onClick={() => runCommand(id)}>
          <Icon aria-hidden="true" className="size-[17px]" />
        </IconButton>
      </li>
    ))}
  </ul>
)
