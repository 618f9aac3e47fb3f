import type { ReactNode } from 'react'

/** A link that opens in a new tab, so that text already typed isn't lost. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" className="font-semibold text-brand underline underline-offset-2 hover:text-brand-strong" rel="noopener">
    {children}
  </a>
)
