import { BellOff } from 'lucide-react'
import { Link } from 'wouter'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Logo } from '#web/ui/logo.tsx'

export const NotFoundPage = () => {
  usePageTitle('Not Found')
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="px-7 py-5 small:px-4">
        <Logo />
      </header>
      <main tabIndex={-1} className="grid place-content-center justify-items-center gap-3 px-4 pb-24 text-center">
        <BellOff aria-hidden="true" className="size-9 text-brand" />
        <h1 className="text-[40px] leading-tight tracking-[-.02em] small:text-3xl">404 Page Not Found</h1>
        <p className="max-w-[44ch] text-base text-ink-soft">
          There is no page at this address. It may have moved, or the link has a slip in it.
        </p>
        <Link
          href="/"
          className="mt-3 inline-flex h-[50px] items-center rounded-[13px] bg-brand px-6 text-base font-semibold text-on-brand shadow-card transition-colors duration-150 hover:bg-brand-strong"
        >
          Back to home
        </Link>
      </main>
    </div>
  )
}
