import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { TRIAL_DAYS } from '#shared/billing/rules.ts'

const link = 'font-semibold text-brand underline underline-offset-2'

/** Each answer describes what the software does. Keep it consistent with the Privacy Policy and the Terms. */
const QUESTIONS: readonly [question: string, answer: ReactNode, isOfPlans?: true][] = [
  [
    'What happens to what I write about my students?',
    <>
      It stays on the server of this installation. Colleagues or a school see your lessons only if you show them, and your student notes
      only if you say so. No advertising, nothing sold, and no other company gets it
      <span className="by-ai">
        , unless you let AI write: then the text of that lesson goes to the AI provider, never your student notes
      </span>
      . Whoever runs the server can reach its database, so write only what a lesson or a substitute needs. The{' '}
      <a href="/privacy" className={link}>
        Privacy Policy
      </a>{' '}
      says what is kept, and for how long.
    </>,
  ],
  [
    'Can I leave, and take my plans with me?',
    <>
      Yes, at any time. Export My Data gives you your account and all that you planned in one file. Delete My Account removes all of it, at
      once and for good. Both stand in Account Management.
    </>,
  ],
  [
    `What comes after the ${TRIAL_DAYS} days?`,
    <>
      Nothing is charged unless you choose a plan. You can still read and print everything you planned, make substitute plans from it and
      export your data. Making changes then needs a plan, which you choose and pay for
      <span className="by-stripe"> on a page of Stripe’s</span>.
      <span className="by-ai by-add-on"> If you added AI to the trial, it ends with the month you paid for.</span>
    </>,
    true,
  ],
  [
    'What does my substitute get?',
    <>
      A packet for the days you pick: the schedule, each lesson with its text, and, if you want them in it, your instructions, emergency
      procedures and student notes. You print it or save it as a PDF, and hand it over yourself.
    </>,
  ],
]

/** Frequently asked questions of teachers and schools. They expand without JavaScript. */
export const Questions = ({ className }: { className: string }) => (
  <section className={clsx(className, 'grid gap-x-16 gap-y-8 pt-25 pb-3 max-sm:pt-17 lg:grid-cols-[4fr_7fr]')}>
    <h2 className="text-display leading-[1.08] tracking-[-.02em] text-balance max-sm:text-display-small">Questions teachers ask</h2>
    <div className="grid content-start gap-3">
      {QUESTIONS.map(([question, answer, isOfPlans]) => (
        <details key={question} className={clsx('group rounded-card border border-line bg-surface shadow-card', isOfPlans && 'sold')}>
          <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-card px-5 py-4 [&::-webkit-details-marker]:hidden">
            <h3 className="text-title leading-snug">{question}</h3>
            <ChevronDown
              aria-hidden="true"
              className="size-5 shrink-0 text-ink-soft transition-transform duration-150 group-open:rotate-180"
            />
          </summary>
          <p className="px-5 pb-5 text-lead leading-relaxed text-ink-soft">{answer}</p>
        </details>
      ))}
    </div>
  </section>
)
