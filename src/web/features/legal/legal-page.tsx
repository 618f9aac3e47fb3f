import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import MarkdownIt from 'markdown-it'
import attributes from 'markdown-it-attrs'
import { PRICES } from '#shared/billing/rules.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'

// A class at the end of a paragraph or list item, such as {.by-mail}, hides the element on servers where it doesn't apply (static.css).
const markdown = new MarkdownIt({ html: true }).use(attributes, { allowedAttributes: ['class'] })

/** Fills in prices, written as {{proTeacher.month}} in US dollars. */
const withPrices = (text: string): string =>
  text.replace(/\{\{(\w+)\.(\w+)\}\}/g, (_, plan: string, interval: string) => {
    const price = (PRICES as Record<string, Record<string, number>>)[plan]?.[interval]
    if (price === undefined) throw new Error(`There is no price ${plan}.${interval}`)
    return String(price)
  })

/** Splits a section into its heading, an ID for links to it, the heading's class, and the body text. */
const sectionOf = (text: string) => {
  const [, heading = '', className, body = ''] = /^(.*?)(?: \{\.([\w-]+)\})?\n(.*)$/s.exec(text) ?? []
  const id = heading.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  return { heading, id, className, body }
}

const TextBody = ({ text, className }: { text: string; className: string }) => (
  <div
    className={clsx(
      className,
      'text-lead leading-relaxed [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-2 [&_li]:mt-1 [&_ul]:list-disc [&_ul]:pl-5',
    )}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered once by the build
    dangerouslySetInnerHTML={{ __html: markdown.render(text) }}
  />
)

/** Renders a legal document from Markdown: a title, an introduction, an optional summary, links to the sections, and the sections. */
export const LegalPage = ({ text }: { text: string }) => {
  const [top = '', ...rest] = withPrices(text).split(/^## /m)
  const [title = '', intro = '', summary] = top.replace(/^# /, '').trim().split('\n\n')
  const sections = rest.map(sectionOf)
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
        {summary && <TextBody text={summary} className="mt-5 rounded-card bg-brand-soft px-4 py-3.5" />}
        <nav aria-label="Sections" className="mt-5 text-lead">
          <b className="font-semibold">Jump to: </b>
          <ul className="contents">
            {sections.map(({ id, heading, className }, place) => (
              <li key={id} className={clsx('inline', className)}>
                {place > 0 && <span aria-hidden="true"> · </span>}
                <a href={`#${id}`} className="font-semibold text-brand underline underline-offset-2">
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {sections.map(({ id, heading, className, body }) => (
          <section key={id} id={id} className={clsx('mt-9 scroll-mt-6', className)}>
            <h2 className="text-heading-large">{heading}</h2>
            <TextBody text={body} className="mt-2 grid gap-3" />
          </section>
        ))}
      </main>
    </>
  )
}
