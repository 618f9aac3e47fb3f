import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LandingPage } from './features/landing/landing-page.tsx'
import { AccessibilityPage } from './features/legal/accessibility-page.tsx'
import { AccessibilityReportPage } from './features/legal/accessibility-report-page.tsx'
import { PrivacyPage } from './features/legal/privacy-page.tsx'
import { StudentPrivacyPage } from './features/legal/student-privacy-page.tsx'
import { TermsPage } from './features/legal/terms-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { type PageHead, StaticDocument } from './shell/static-document.tsx'

/** Path of the page served for all unknown URLs. */
const NOT_FOUND = '/404'

const pages: Record<string, PageHead & { Page: ComponentType }> = {
  '/': {
    title: 'Firstbell · Lesson Planning Made Simple',
    description: 'A lesson planner for teachers: plan your school week, reuse your templates, and print sub plans.',
    Page: LandingPage,
  },
  '/terms': {
    title: 'Terms of Service · Firstbell',
    description: 'What you get from Firstbell, what we ask of you, and how to cancel.',
    Page: TermsPage,
  },
  '/privacy': {
    title: 'Privacy Policy · Firstbell',
    description: 'What Firstbell knows about you, why, for how long, and who else can see it.',
    Page: PrivacyPage,
  },
  '/student-privacy': {
    title: 'Student Privacy · Firstbell',
    description: 'For schools and districts: what Firstbell stores about students, who sees it, and who is responsible.',
    Page: StudentPrivacyPage,
  },
  '/accessibility': {
    title: 'Accessibility · Firstbell',
    description: 'What Firstbell does so that everyone can use it, what doesn’t work yet, and whom to tell.',
    Page: AccessibilityPage,
  },
  '/accessibility-report': {
    title: 'Accessibility Conformance Report · Firstbell',
    description: 'How Firstbell meets each criterion of WCAG 2.2, levels A and AA, and how that was tried.',
    Page: AccessibilityReportPage,
  },
  [NOT_FOUND]: { title: 'Not Found · Firstbell', description: 'We can’t find that page.', Page: NotFoundPage },
}

const written = (path: string, { Page, ...head }: PageHead & { Page: ComponentType }): string =>
  renderToStaticMarkup(
    <StaticDocument path={path === NOT_FOUND ? null : path} {...head}>
      <Page />
    </StaticDocument>,
  )

/** Returns the HTML of the generated pages, keyed by path. Runs only in Node, during the build. */
export const staticPages = (): [path: string, html: string][] =>
  Object.entries(pages).map(([path, page]) => [path, `<!doctype html>${written(path, page)}`])
