import { BellOff } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'

export const NotFoundPage = () => (
  <div className="grid min-h-dvh grid-rows-[auto_1fr]">
    <header className="px-7 py-5 small:px-4">
      <Logo />
    </header>
    <main className="grid place-content-center justify-items-center gap-3 px-4 pb-24 text-center">
      <BellOff className="size-9 text-brand" />
      <h1 className="text-display leading-tight tracking-[-.02em] small:text-display-small">404 Page Not Found</h1>
      <p className="max-w-[44ch] text-large text-ink-soft">We can’t find that page. It may have moved, or the link may be mistyped.</p>
      <ButtonLink href="/" variant="solid" size="lg" className="mt-3">
        Back to home
      </ButtonLink>
    </main>
  </div>
)
