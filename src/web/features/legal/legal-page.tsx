import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import MarkdownIt from 'markdown-it'
import attributes from 'markdown-it-attrs'
import { PRICES } from '#shared/billing/rules.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'

// A class at the end of a paragraph or list item, such as {.by-mail}, hides it on servers that it doesn't apply to (static.css).
const markdown = new MarkdownIt({ html: true }).use(attributes, { allowedAttributes: ['class'] })

/** Fills in prices, written as {{proTeacher.month}} in US dollars. */
const withPrices = (text: string): string =>
  text.replace(/\{\{(\w+)\.(\w+)\}\}/g, (_, plan: string, interval: string) => {
    const price = (PRICES as Record<string, Record<string, number>>)[plan]?.[interval]
    if (price === undefined) throw new Error(`There is no price ${plan}.${interval}`)
    return String(price)
  })

const Section = ({ text }: { text: string }) => {
  const [, heading = '', className, body = ''] = /^(.*?)(?: \{\.([\w-]+)\})?\n(.*)$/s.exec(text) ?? []
  return (
    <section className={clsx('mt-9', className)}>
      <h2 className="text-heading-large">{heading}</h2>
      <div
        className="mt-2 grid gap-3 text-lead leading-relaxed [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-2 [&_li]:mt-1 [&_ul]:list-disc [&_ul]:pl-5"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered once by the build
        dangerouslySetInnerHTML={{ __html: markdown.render(body) }}
      />
    </section>
  )
}

/** Page of a legal text in Markdown: a title, an introduction of one paragraph, and sections. */
export const LegalPage = ({ text }: { text: string }) => {
  const [top = '', ...sections] = withPrices(text).split(/^## /m)
  const [title = '', intro = ''] = top.replace(/^# /, '').trim().split('\n\n')
  return (
    <>
      <header className="mx-auto flex max-w-[760px] flex-wrap items-center justify-between gap-4 px-6 py-6">
        <Logo />
        <ButtonLink href="/" icon={<ArrowLeft className="size-4" />}>
          Back to home
        </ButtonLink>
      </header>
      <main className="mx-auto max-w-[760px] px-6 pt-6 pb-20">
        <h1 className="text-display leading-tight tracking-[-.02em] small:text-display-small">{title}</h1>
        <p className="mt-3 text-title text-ink-soft">{intro}</p>
        {sections.map((section) => (
          <Section key={section} text={section} />
        ))}
      </main>
    </>
  )
}
