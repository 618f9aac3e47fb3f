import { BookOpen, CalendarDays, CalendarRange, LayoutTemplate } from 'lucide-react'
import type { TemplateKind } from '#web/features/templates/template-kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const ICON = <LayoutTemplate className="size-7" />
const WEEK = <CalendarRange className="size-4" />
const DAY = <CalendarDays className="size-4" />
const LESSON = <BookOpen className="size-4" />

type NoTemplatesProps = {
  /** Saves the week on screen as a template. Undefined if it has no lessons. */
  onSave: (() => void) | undefined
  onCreate: (kind: TemplateKind) => void
}

/** Shown to a teacher without templates. Explains what a template is and how to make the first one. */
export const NoTemplates = ({ onSave, onCreate }: NoTemplatesProps) => (
  <EmptyState
    icon={ICON}
    title="No templates found - create one first!"
    description="A template is a lesson, a day, or a week you use again. The quickest way is to save a week you’ve already planned."
    action={
      <div className="flex flex-wrap justify-center gap-2 max-sm:flex-col">
        {onSave && (
          <Button variant="solid" icon={WEEK} onClick={onSave}>
            Save this week as a template…
          </Button>
        )}
        <Button variant={onSave ? 'outline' : 'solid'} icon={DAY} onClick={() => onCreate('daily')}>
          Build a bell schedule…
        </Button>
        <Button icon={LESSON} onClick={() => onCreate('timeBlock')}>
          Write a lesson…
        </Button>
      </div>
    }
  />
)
