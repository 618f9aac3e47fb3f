import type { ReactNode } from 'react'
import { Logo } from '#web/ui/logo.tsx'
import { CommandKeys } from './command-keys.tsx'
import { ProfileMenu } from './profile-menu.tsx'

type AppShellProps = {
  main: ReactNode
  /** Left of it from 1200 px on; it sets its own width. */
  side?: ReactNode
  /** Under the profile in the sidebar; on screens too narrow for a sidebar it is left out. */
  aside?: ReactNode
}

/**
 * The frame of every signed-in page: from 1200 px on a sidebar on the right, below that a slim bar on top.
 * `main` is a flex column at least as high as the screen; the document scrolls, the sidebar and the bar stay.
 */
export const AppShell = ({ main, side, aside }: AppShellProps) => (
  <div className="flex min-h-dvh flex-col wide:grid wide:grid-cols-[auto_minmax(0,1fr)_272px]">
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-brand px-3.5 py-2 font-semibold text-on-brand focus:translate-y-0"
    >
      Skip to the plans
    </a>
    <div className="sticky top-0 z-30 border-line bg-surface max-wide:border-b wide:col-start-3 wide:row-start-1 wide:h-dvh wide:overflow-y-auto wide:border-l wide:p-4">
      <header className="flex items-center justify-between gap-4 px-5 py-2 small:px-4 wide:block wide:p-0">
        <Logo className="min-w-0" />
        <div className="wide:my-4">
          <ProfileMenu />
        </div>
      </header>
      {aside && (
        <aside aria-label="Overview and templates" className="hidden wide:block">
          {aside}
        </aside>
      )}
    </div>
    {side}
    <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col wide:col-start-2 wide:row-start-1">
      {main}
    </main>
    <CommandKeys />
  </div>
)
