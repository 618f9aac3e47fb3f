import { ArrowDown, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { SIGN_UP_ADDRESS } from '#shared/addresses.ts'
import { PRICES } from '#shared/billing/rules.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { FeatureCards } from './feature-cards.tsx'
import { MorePictures } from './more-pictures.tsx'
import { PlannerPicture } from './planner-picture.tsx'
import { Prices } from './prices.tsx'
import { Questions } from './questions.tsx'

const BENEFITS = [
  ['Save hours of planning', 'Templates lay out your week. You just fill in the lessons.'],
  ['Keep every plan in one place', 'Lessons, notes, days off, and alerts on one page.'],
  ['Plan from anywhere', 'On your school laptop or your phone. Nothing to install.'],
  ['Substitute plans at the click of a button', 'Pick the days, then print or save a PDF.'],
  ['Rich text for lesson descriptions', 'Headings, lists, tables, links, and colors.'],
  ['Templates for recurring schedules', 'For a lesson, a day, or a whole week.'],
] as const

const section = 'mx-auto max-w-[1152px] px-6 max-sm:px-4'

const Header = () => (
  <header className={`${section} flex flex-wrap items-center justify-between gap-2 py-4`}>
    <Logo taglineClassName="max-sm:hidden" className="max-[359px]:[&>div]:sr-only" />
    <nav aria-label="Account" className="ml-auto flex items-center gap-1.5 max-sm:gap-0.5">
      <ButtonLink href="/auth" variant="ghost" className="max-sm:px-2.5 max-sm:text-label">
        Sign In
      </ButtonLink>
      <ButtonLink href={SIGN_UP_ADDRESS} variant="solid" className="max-sm:px-2.5 max-sm:text-label">
        <span className="sold">Start 7-Day Free Trial</span>
        <span className="unsold">Start Planning Today</span>
      </ButtonLink>
    </nav>
  </header>
)

const Plus = ({ className, children }: { className: string; children: ReactNode }) => (
  <li className={`${className} flex items-baseline gap-2 text-left`}>
    <Check aria-hidden="true" className="size-4 shrink-0 self-center text-note" />
    <span>{children}</span>
  </li>
)

const Hero = () => (
  <section className={`${section} pt-5 text-center max-sm:pt-4`}>
    <p className="sold inline-block rounded-full bg-brass-soft px-4 py-1.5 text-body font-semibold text-brass-ink max-sm:px-3 max-sm:text-small">
      7-Day Free Trial • No Payment Info Required!
    </p>
    <h1 className="mt-4 text-[clamp(2.75rem,5.6vw,4.25rem)] leading-none font-[750] tracking-[-.03em] text-balance">
      Be ready before the <span className="sunrise-text">first bell</span>.
    </h1>
    <p className="mx-auto mt-4 max-w-[66ch] text-title leading-normal text-ink-soft text-balance">
      The lesson planner that thinks in school days. Drop in a template, write today’s lesson, and print a sub plan before your coffee’s
      done.
    </p>
    <div className="mt-5 flex flex-wrap justify-center gap-x-3 gap-y-2.5">
      <ButtonLink href={SIGN_UP_ADDRESS} variant="solid" size="lg">
        Start Planning Today
      </ButtonLink>
      <ButtonLink href="/try" rel="nofollow" size="lg" className="for-guests">
        Try it now
      </ButtonLink>
      <ButtonLink href="#features" variant="ghost" size="lg" className="px-4!" icon={<ArrowDown className="size-4" />}>
        Learn More<span className="sr-only"> about planning with Firstbell</span>
      </ButtonLink>
    </div>
    <ul className="mt-4 flex flex-wrap justify-center gap-x-6 gap-y-1.5 text-body text-ink-soft max-sm:mx-auto max-sm:w-fit max-sm:justify-start">
      <Plus className="sold">
        <b className="font-semibold text-ink">${PRICES.proTeacher.month} a month</b> after the free trial, or ${PRICES.proTeacher.year} a
        year
      </Plus>
      <Plus className="for-guests">“Try it now” needs no email or password</Plus>
    </ul>
    <p className="sign-up-rule mx-auto mt-4 max-w-[60ch] text-lead text-ink-soft text-balance">__SIGN_UP_RULE__</p>
  </section>
)

const Benefits = () => (
  <section className={`${section} grid gap-x-16 gap-y-10 pt-28 max-sm:pt-20 lg:grid-cols-[4fr_7fr]`}>
    <div>
      <h2 className="text-display leading-[1.08] tracking-[-.02em] text-balance max-sm:text-display-small">
        Why Teachers Choose Firstbell
      </h2>
      <p className="mt-4 max-w-[44ch] text-large text-ink-soft">
        When it says Saved, it’s saved. Undo any change, and look back through 30 days of history for every day.
      </p>
    </div>
    <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {BENEFITS.map(([benefit, reason]) => (
        <li key={benefit} className="flex gap-3">
          <Check className="mt-0.5 size-5 shrink-0 text-note" />
          <div>
            <h3 className="text-title leading-snug">{benefit}</h3>
            <p className="mt-1 text-lead text-ink-soft">{reason}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

const Closing = () => (
  <section className={`${section} pt-28 max-sm:pt-20`}>
    <div className="sunrise-deep rounded-dialog px-6 py-20 text-center text-white max-sm:py-14">
      <h2 className="mx-auto max-w-[20ch] text-display leading-[1.08] tracking-[-.02em] text-balance max-sm:text-display-small">
        Your week, planned by Sunday lunch.
      </h2>
      <a
        href={SIGN_UP_ADDRESS}
        className="mt-8 inline-flex h-[50px] items-center rounded-card bg-white px-6 text-large font-semibold text-[#1d3486] shadow-card transition-opacity duration-150 outline-white hover:opacity-90"
      >
        Get Started - It's Free!
      </a>
    </div>
  </section>
)

const Footer = () => (
  <footer className={`${section} mt-14`}>
    <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line py-6 text-lead text-ink-soft">
      <p>© __YEAR__ Firstbell</p>
      <nav aria-label="Legal" className="flex flex-wrap gap-x-6">
        {[
          ['/privacy', 'Privacy'],
          ['/student-privacy', 'Student Privacy'],
          ['/terms', 'Terms'],
          ['/accessibility', 'Accessibility'],
        ].map(([href, name]) => (
          <a key={href} href={href} className="py-3 underline-offset-4 hover:text-ink hover:underline">
            {name}
          </a>
        ))}
      </nav>
    </div>
  </footer>
)

/** The landing page for signed-out visitors. Every claim must be true of the current product. */
export const LandingPage = () => (
  <>
    <Header />
    <main>
      <Hero />
      <PlannerPicture className={section} />
      <FeatureCards className={`${section} scroll-mt-6 mt-16 max-sm:mt-12`} />
      <Benefits />
      <MorePictures className={section} />
      <Prices className={`${section} sold`} />
      <Questions className={section} />
      <Closing />
    </main>
    <Footer />
  </>
)
