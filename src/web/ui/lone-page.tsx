import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

/** A page with one message and what to do about it, below the logo, which leads home. */
export const LonePage = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className="grid min-h-dvh grid-rows-[auto_1fr]">
    <header className="mx-auto w-full max-w-[1152px] px-6 py-4 max-sm:px-4">
      <Logo />
    </header>
    <main className={clsx('grid content-center px-4 pt-6 pb-20', className)}>{children}</main>
  </div>
)
