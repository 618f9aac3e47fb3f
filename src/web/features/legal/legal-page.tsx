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
      'text-large leading-relaxed [&_a]:font-semibold [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-2 [&_li]:mt-2 [&_li]:pl-1 [&_h3]:mt-3 [&_h3]:text-title [&_code]:wrap-anywhere [&_ul]:list-disc [&_ul]:pl-5 [&_ul]:marker:text-ink-soft [&_ul_ul]:mt-1 [&_ul_ul_li]:mt-1',
    )}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered once by the build
    dangerouslySetInnerHTML={{ __html: markdown.render(text) }}
  />
)

const frame = 'mx-auto max-w-[1152px] px-6 max-sm:px-4'

/** Renders a legal document from Markdown: a title, an introduction, an optional summary, links to the sections, and the sections. */
export const LegalPage = ({ text }: { text: string }) => {
  const [top = '', ...rest] = withPrices(text).split(/^## /m)
  const [title = '', intro = '', summary] = top.replace(/^# /, '').trim().split('\n\n')
  const sections = rest.map(sectionOf)
  return (
    <>
      <header className={`${frame} flex flex-wrap items-center justify-between gap-4 py-4`}>
        <Logo taglineClassName="max-sm:hidden" />
        <ButtonLink href="/" icon={<ArrowLeft className="size-4" />}>
          Back to home
        </ButtonLink>
      </header>
      <main className={`${frame} grid-cols-[216px_minmax(0,680px)] gap-x-18 pt-10 pb-24 small:pt-4 lg:grid`}>
        <div className="col-start-2">
          <h1 className="text-display leading-tight tracking-[-.02em] small:text-display-small">{title}</h1>
          <p className="mt-3 text-title text-ink-soft">{intro}</p>
          {summary && <TextBody text={summary} className="mt-6 rounded-card bg-brand-soft px-5 py-4" />}
        </div>
        <nav aria-label="Sections" className="col-start-1 row-span-2 row-start-1 max-lg:mt-6 lg:pt-3">
          <div className="lg:sticky lg:top-8">
            <b className="text-body font-semibold text-ink-soft">Jump to</b>
            <ul className="mt-2 flex flex-wrap gap-2 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:pb-2 lg:mt-1 lg:grid lg:gap-0">
              {sections.map(({ id, heading, className }) => (
                <li key={id} className={clsx(className, 'max-sm:shrink-0')}>
                  <a
                    href={`#${id}`}
                    className="inline-flex items-center text-lead leading-snug font-semibold text-brand underline-offset-4 hover:underline max-lg:min-h-11 max-lg:rounded-full max-lg:border max-lg:border-line max-lg:bg-surface max-lg:px-3.5 max-lg:py-1.5 lg:py-1.5"
                  >
                    {heading}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
        <div className="col-start-2">
          {sections.map(({ id, heading, className, body }) => (
            <section key={id} id={id} className={clsx('mt-10 scroll-mt-4 border-t border-line pt-8', className)}>
              <h2 className="text-heading-large leading-tight">{heading}</h2>
              <TextBody text={body} className="mt-3 grid gap-3.5" />
            </section>
          ))}
        </div>
      </main>
    </>
  )
}
