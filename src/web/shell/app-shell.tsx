import { clsx } from 'clsx'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isSidebarCollapsed, storeSidebarCollapsed } from '#web/lib/storage.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { CommandKeys } from './command-keys.tsx'
import { ProfileMenu } from './profile-menu.tsx'

type AppShellProps = {
  main: ReactNode
  /** Left of it from 1200 px on; it sets its own width. */
  side: ReactNode
  /** Under the profile in the sidebar, or in the narrow strip that is left of it; where there is no sidebar it is left out. */
  aside: (isStrip: boolean) => ReactNode
}

/**
 * The frame of every signed-in page: from 1200 px on a sidebar on the right, 80 units wide (on screens below 1536 px down
 * to 68: lessons come first) and 16 as a strip; below that a slim bar on top. `main` is a flex column at least as high as the screen; the document scrolls,
 * the sidebar and the bar stay.
 */
export const AppShell = ({ main, side, aside }: AppShellProps) => {
  const [isStrip, setIsStrip] = useState(isSidebarCollapsed)
  const toggle = () => {
    storeSidebarCollapsed(!isStrip)
    setIsStrip(!isStrip)
  }
  const Panel = isStrip ? PanelLeftOpen : PanelLeftClose
  return (
    <div className="flex min-h-dvh flex-col wide:grid wide:grid-cols-[auto_minmax(0,1fr)_auto]">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-brand px-3.5 py-2 font-semibold text-on-brand focus:translate-y-0"
      >
        Skip to the plans
      </a>
      <div
        data-strip={isStrip || undefined}
        className={clsx(
          'sticky top-0 z-30 border-line bg-surface max-wide:border-b wide:col-start-3 wide:row-start-1 wide:flex wide:h-dvh wide:flex-col wide:overflow-y-auto wide:border-l wide:py-4',
          isStrip ? 'wide:w-16 wide:items-center' : 'wide:w-[clamp(17rem,calc(50vw-28rem),20rem)] wide:px-4',
        )}
      >
        <header className="flex items-center justify-between gap-4 px-5 py-2 small:px-4 wide:block wide:p-0">
          <Logo className="min-w-0 strip:justify-center" />
          <div className="wide:my-4">
            <ProfileMenu />
          </div>
        </header>
        <aside aria-label="Overview and templates" className="hidden wide:block">
          {aside(isStrip)}
        </aside>
        <div className="mt-auto hidden pt-4 wide:block">
          <IconButton
            variant="ghost"
            label={isStrip ? 'Expand the sidebar' : 'Collapse the sidebar'}
            aria-expanded={!isStrip}
            onClick={toggle}
          >
            <Panel aria-hidden="true" className="size-[17px] -scale-x-100" />
          </IconButton>
        </div>
      </div>
      {side}
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col wide:col-start-2 wide:row-start-1">
        {main}
      </main>
      <CommandKeys />
    </div>
  )
}
