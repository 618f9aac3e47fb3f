import { Printer } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { PlannerParts } from '#web/features/calendar/navigation/planner-outlets.tsx'
import { runCommand } from '#web/lib/input/commands.ts'
import { IconButton } from '#web/ui/button.tsx'

const ICON = <Printer className="size-[17px]" />

export const PrintButton = ({ view, isInSheet = false }: ComponentProps<NonNullable<PlannerParts['Bar']>>) =>
  !isInSheet && (
    // Hidden on a narrow bar, where the save status needs the room. The day menu, the command palette, and Ctrl+P also print.
    <IconButton
      className="@max-[1100px]:hidden"
      variant="ghost"
      label={view === 'week' ? 'Print week…' : 'Print day…'}
      onClick={() => runCommand(`print-${view}`)}
    >
      {ICON}
    </IconButton>
  )
