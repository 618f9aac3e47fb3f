import { ChevronDown, LayoutTemplate } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

const ICON = <LayoutTemplate aria-hidden="true" className="size-4" />

/** The button of both Templates menus; only its picture where the bar has no room for the word. */
export const MenuButton = (props: ComponentProps<'button'>) => (
  <Button {...props} size="sm" data-tutorial="templates" icon={ICON}>
    <span className="flex items-center gap-2 @max-[840px]:sr-only">
      Templates
      <ChevronDown aria-hidden="true" className="size-3.5" />
    </span>
  </Button>
)
