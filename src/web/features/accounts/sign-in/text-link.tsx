import type { ReactNode } from 'react'

/** In a new tab, so that what has been typed stays. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" className="font-semibold text-brand underline underline-offset-2 hover:text-brand-strong" rel="noopener">
    {children}
  </a>
)
