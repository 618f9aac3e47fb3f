import { ChevronDown, LayoutTemplate } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

const ICON = <LayoutTemplate aria-hidden="true" className="size-4" />

/** The button of both Templates menus. */
export const MenuButton = (props: ComponentProps<'button'>) => (
  <Button {...props} size="sm" icon={ICON} className="max-sm:w-11">
    <span className="max-sm:sr-only">Templates</span>
    <ChevronDown aria-hidden="true" className="size-3.5 max-sm:hidden" />
  </Button>
)
