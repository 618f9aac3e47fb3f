import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LandingPage } from './features/landing/landing-page.tsx'
import { PrivacyPage } from './features/legal/privacy-page.tsx'
import { TermsPage } from './features/legal/terms-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { type PageHead, StaticDocument } from './shell/static-document.tsx'

/** The page for all unknown addresses. */
const NOT_FOUND = '/404'

const pages: Record<string, PageHead & { Page: ComponentType }> = {
  '/': {
    title: 'Firstbell · Lesson Planning Made Simple',
    description: 'A lesson planner for teachers: your school week as time blocks, reusable templates and printable substitute plans.',
    Page: LandingPage,
  },
  '/terms': {
    title: 'Terms of Service · Firstbell',
    description: 'What Firstbell gives you, what it asks of you, and how either side ends it.',
    Page: TermsPage,
  },
  '/privacy': {
    title: 'Privacy Policy · Firstbell',
    description: 'What Firstbell keeps about you, why, for how long, and who else gets to see it.',
    Page: PrivacyPage,
  },
  [NOT_FOUND]: { title: 'Not Found · Firstbell', description: 'There is no page at this address.', Page: NotFoundPage },
}

const written = (path: string, { Page, ...head }: PageHead & { Page: ComponentType }): string =>
  renderToStaticMarkup(
    <StaticDocument path={path === NOT_FOUND ? null : path} {...head}>
      <Page />
    </StaticDocument>,
  )

/** Returns the HTML of the generated pages by address. Runs only in Node, during the build. */
export const staticPages = (): [path: string, html: string][] =>
  Object.entries(pages).map(([path, page]) => [path, `<!doctype html>${written(path, page)}`])
