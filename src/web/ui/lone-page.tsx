import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

/** A page with one message and what to do about it, below the logo, which leads home. */
export const LonePage = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className="grid min-h-dvh grid-rows-[auto_1fr]">
    <header className="grid justify-items-center px-4 pt-[max(24px,12dvh)] short:pt-4">
      <Logo />
    </header>
    <main className={clsx('grid content-start px-4 pt-10 pb-20 short:pt-5', className)}>{children}</main>
  </div>
)
