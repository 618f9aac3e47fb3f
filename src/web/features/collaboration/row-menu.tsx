import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'

const MORE = <Ellipsis className="size-[18px]" />

/** The menu of a person in a list of invitations. */
export const RowMenu = ({ name, children }: { name: string; children: ReactNode }) => (
  <Menu
    trigger={
      <IconButton variant="ghost" label={`More for ${name}`} className="-mr-2">
        {MORE}
      </IconButton>
    }
  >
    {children}
  </Menu>
)
