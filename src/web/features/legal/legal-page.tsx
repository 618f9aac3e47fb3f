import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSettings } from '#web/features/accounts/data.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Logo } from '#web/ui/logo.tsx'

/** The frame of the terms and the privacy page. */
export const LegalPage = ({ title, intro, children }: { title: string; intro: string; children: ReactNode }) => {
  usePageTitle(title)
  return (
    <div className="min-h-dvh">
      <header className="mx-auto flex max-w-[760px] flex-wrap items-center justify-between gap-4 px-6 py-6">
        <Logo />
        <Link
          href="/"
          className="inline-flex h-[38px] items-center gap-2 rounded-control border border-line bg-surface px-3.5 text-[13.5px] font-semibold shadow-card hover:bg-sunken small:h-11"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to home
        </Link>
      </header>
      <main tabIndex={-1} className="mx-auto max-w-[760px] px-6 pt-6 pb-20">
        <h1 className="text-[44px] leading-tight tracking-[-.02em] small:text-[34px]">{title}</h1>
        <p className="mt-3 text-[17px] text-ink-soft">{intro}</p>
        {children}
      </main>
    </div>
  )
}

export const LegalSection = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <section className="mt-9">
    <h2 className="text-[22px]">{heading}</h2>
    <div className="mt-2 grid gap-3 text-[15.5px] leading-relaxed [&_li]:mt-1 [&_ul]:list-disc [&_ul]:pl-5">{children}</div>
  </section>
)

/** Where to write to; whoever runs this installation sets it. */
export const ContactAddress = () => {
  const { data } = useSettings()
  if (!data?.contactEmail) return <>whoever runs this installation</>
  return (
    <a href={`mailto:${data.contactEmail}`} className="font-semibold text-brand underline underline-offset-2">
      {data.contactEmail}
    </a>
  )
}
