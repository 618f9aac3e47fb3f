import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'

/** Placeholder that the server replaces with the contact address (src/server/lib/http/web-app.ts). */
const CONTACT_EMAIL = '__CONTACT_EMAIL__'

/** Page layout of the Terms and the Privacy Policy. */
export const LegalPage = ({ title, intro, children }: { title: string; intro: string; children: ReactNode }) => (
  <>
    <header className="mx-auto flex max-w-[760px] flex-wrap items-center justify-between gap-4 px-6 py-6">
      <Logo />
      <ButtonLink href="/" icon={<ArrowLeft aria-hidden="true" className="size-4" />}>
        Back to home
      </ButtonLink>
    </header>
    <main className="mx-auto max-w-[760px] px-6 pt-6 pb-20">
      <h1 className="text-display leading-tight tracking-[-.02em] small:text-display-small">{title}</h1>
      <p className="mt-3 text-title text-ink-soft">{intro}</p>
      {children}
    </main>
  </>
)

type LegalSectionProps = {
  heading: string
  /** A section about prices. Hidden if nothing is sold. */
  isOfPlans?: boolean
  children: ReactNode
}

export const LegalSection = ({ heading, isOfPlans = false, children }: LegalSectionProps) => (
  <section className={clsx('mt-9', isOfPlans && 'sold')}>
    <h2 className="text-heading-large">{heading}</h2>
    <div className="mt-2 grid gap-3 text-lead leading-relaxed [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-2 [&_li]:mt-1 [&_ul]:list-disc [&_ul]:pl-5">
      {children}
    </div>
  </section>
)

/** The contact address, which the operator of the installation sets. */
export const ContactAddress = () => <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>
