import { clsx } from 'clsx'
import { ChevronDown, LayoutTemplate } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'

const ICON = <LayoutTemplate aria-hidden="true" className="size-4" />

/** The button of both Templates menus; only its picture where the bar has no room for the word. A day's heading takes more of it than a week's. */
export const MenuButton = ({ isRoomy, ...props }: ComponentProps<'button'> & { isRoomy: boolean }) => (
  <Button {...props} size="sm" data-tutorial="templates" icon={ICON} className="small:min-w-11">
    <span className={clsx('flex items-center gap-2', isRoomy ? '@max-[870px]:sr-only' : '@max-[950px]:sr-only')}>
      Templates
      <ChevronDown aria-hidden="true" className="size-3.5" />
    </span>
  </Button>
)
