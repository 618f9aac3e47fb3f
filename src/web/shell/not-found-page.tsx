import { BellOff } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { LonePage } from '#web/ui/lone-page.tsx'

/** A decorative planner column without lessons, hidden from screen readers. */
const EmptyRoom = () => (
  <div aria-hidden="true" className="relative mb-7 w-[244px] select-none">
    <div className="sunrise absolute -inset-x-5 top-8 -bottom-3 rotate-[-3deg] rounded-dialog opacity-90 dark:opacity-60" />
    <div className="relative rotate-[-3deg] overflow-hidden rounded-card border border-line bg-surface text-left shadow-float">
      <p className="flex items-baseline gap-1.5 border-b border-line px-3.5 py-2.5">
        <span className="text-small font-semibold text-ink-soft">Room</span>
        <span className="font-display text-title font-bold tabular">404</span>
      </p>
      <div className="grid gap-2 p-2.5">
        <p className="grid h-21 place-content-center justify-items-center gap-1.5 rounded-control border border-dashed border-line-strong text-caption text-ink-soft">
          <BellOff className="size-5" />
          No class here
        </p>
        <p className="h-10 rounded-control border border-dashed border-line" />
      </div>
    </div>
  </div>
)

export const NotFoundPage = () => (
  <LonePage className="justify-center justify-items-center gap-3 text-center">
    <EmptyRoom />
    <h1 className="text-display leading-tight tracking-[-.02em] small:text-display-small">404 Page Not Found</h1>
    <p className="max-w-[48ch] text-large text-balance text-ink-soft">
      We can’t find that page. It may have moved, or the link may be mistyped.
    </p>
    <ButtonLink href="/" variant="solid" size="lg" className="mt-3">
      Back to home
    </ButtonLink>
  </LonePage>
)
