import { ChevronDown, LayoutTemplate } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

const ICON = <LayoutTemplate className="size-4" />

/** The trigger button for both Templates menus. Shows only an icon when the toolbar is narrow. */
export const MenuButton = (props: ComponentProps<'button'>) => (
  <Button
    {...props}
    variant="ghost"
    size="sm"
    data-tutorial="templates"
    data-tip="Templates"
    icon={ICON}
    className="@max-[1240px]:w-[34px] @max-[1240px]:px-0!"
  >
    <span className="flex items-center gap-2 @max-[1240px]:sr-only">
      Templates
      <ChevronDown className="size-3.5" />
    </span>
  </Button>
)
