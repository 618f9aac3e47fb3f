import { clsx } from 'clsx'
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { sidePanel } from '#web/lib/side-panel.ts'
import { oneOf, slot } from '#web/lib/storage.ts'
import { useStore } from '#web/lib/store.ts'
import { TIGHT_SCREEN, useMedia, WIDE_SCREEN } from '#web/lib/use-media.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { CommandKeys } from './command-keys.tsx'
import { ProfileMenu } from './profile-menu.tsx'

// Not rendered again with the page.
const LOGO = <Logo className="min-w-0 narrow:hidden strip:justify-center" />
const PROFILE = <ProfileMenu />
const COMMANDS = <CommandKeys />

type AppShellProps = {
  main: ReactNode
  /** Shown to the left of `main` on screens at least 1200 px wide. Sets its own width. */
  side: ReactNode
  /**
   * Shown below the profile in the sidebar or in the collapsed strip. `expand` opens the strip. Omitted if the screen is too narrow for a
   * sidebar.
   */
  aside: (isStrip: boolean, expand: () => void) => ReactNode
}

/** The user's choice for the right sidebar on this device. Without a choice, the screen width decides. Read by first-paint.js. */
const storedChoice = slot('rightSidebar', oneOf('collapsed', 'expanded'), 'device')

/**
 * Returns whether the right sidebar is collapsed to a strip. It collapses automatically on narrow screens, but a manual choice takes
 * precedence.
 */
const useStrip = () => {
  const isTight = useMedia(TIGHT_SCREEN)
  const [choice, setChoice] = useState(storedChoice.get)
  const isStrip = choice ? choice === 'collapsed' : isTight
  const toggle = () => {
    // Toggling back to the automatic state clears the manual choice, so the screen width decides again.
    const next = isStrip !== isTight ? null : isStrip ? 'expanded' : 'collapsed'
    storedChoice.set(next)
    setChoice(next)
  }
  return { isStrip, toggle }
}

/** The right sidebar, or the account button. Isn't rendered again with the page. */
const RightSidebar = memo(({ aside }: Pick<AppShellProps, 'aside'>) => {
  const { isStrip: isCollapsed, toggle } = useStrip()
  const hasPanel = useStore(sidePanel) !== null
  const isStrip = isCollapsed && !hasPanel
  const isWide = useMedia(WIDE_SCREEN)
  const Panel = isStrip ? PanelLeftOpen : PanelLeftClose
  return (
    <div
      inert={hasPanel}
      data-strip={isStrip || undefined}
      data-tips={isStrip ? 'left' : undefined}
      className={clsx(
        'z-30 border-line narrow:absolute narrow:top-0 narrow:right-0 wide:sticky wide:top-0 wide:col-start-3 wide:row-start-1 wide:flex wide:h-[calc(100dvh-var(--banner,0px))] wide:flex-col wide:border-l wide:bg-surface wide:pt-4 wide:pb-[calc(16px+var(--docked,0px))]',
        isStrip ? 'wide:w-16 wide:items-center' : 'wide:w-80 wide:overflow-y-auto wide:px-4',
      )}
    >
      <header className="grid h-14 items-center px-5 small:px-4 phone:short:hidden wide:block wide:h-auto wide:p-0">
        {LOGO}
        <div className="wide:my-4">{PROFILE}</div>
      </header>
      <aside aria-label="Overview and templates" className="hidden wide:block">
        {isWide && aside(isStrip, toggle)}
      </aside>
      <div className="mt-auto hidden pt-4 wide:block">
        <IconButton
          variant="ghost"
          label={isStrip ? 'Expand the sidebar' : 'Collapse the sidebar'}
          aria-expanded={!isStrip}
          onClick={toggle}
        >
          <Panel className="size-[17px] -scale-x-100" />
        </IconButton>
      </div>
    </div>
  )
})

/**
 * The frame of every signed-in page. On screens at least 1200 px wide, it has a sidebar on the right, 320 px wide or collapsed to a 64 px
 * strip. On smaller screens, only the account button remains, in the right corner of the page's own top bar, which leaves room for it.
 * `main` is a flex column at least as tall as the screen. The document scrolls while the sidebar stays in place.
 */
export const AppShell = ({ main, side, aside }: AppShellProps) => (
  <div className="flex min-h-[calc(100dvh-var(--banner,0px))] flex-col wide:grid wide:grid-cols-[auto_minmax(0,1fr)_auto]">
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-brand px-3.5 py-2 font-semibold text-on-brand focus:translate-y-0"
    >
      Skip to lessons
    </a>
    <RightSidebar aside={aside} />
    {side}
    <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col wide:col-start-2 wide:row-start-1">
      {main}
    </main>
    {COMMANDS}
  </div>
)
