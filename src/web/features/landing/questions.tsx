import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { TRIAL_DAYS } from '#shared/billing/rules.ts'

const link = 'font-semibold text-brand underline underline-offset-2'

/** Each answer describes the software's actual behavior. Keep the answers consistent with the Privacy Policy and the Terms. */
const QUESTIONS: readonly [question: string, answer: ReactNode, isOfPlans?: true][] = [
  [
    'Is what I write about my students private?',
    <>
      It stays on the server that runs this Firstbell. Colleagues and your school can see your lessons only if you share them, and your
      student notes only if you allow it. We don’t show ads, sell data, or pass it to other companies, except the services named in the{' '}
      <a href="/privacy" className={link}>
        Privacy Policy
      </a>
      .<span className="by-ai"> If you let AI write, the text of that lesson goes to the AI provider, but never your student notes.</span>{' '}
      The people who run the server can reach its database, so write only what a lesson or a sub needs.
    </>,
  ],
  [
    'Can I leave and take my plans with me?',
    <>
      Yes, anytime. “Export my data” gives you one file with your account and everything you’ve planned. “Delete my account” removes it all
      for good. You’ll find both in Account Management.
    </>,
  ],
  [
    `What happens after the ${TRIAL_DAYS}-day trial?`,
    <>
      You won’t be charged unless you choose a plan. Your planner locks, but your lessons stay. You can still view and print them, make sub
      plans from them, and export your data. To keep planning, choose a plan
      <span className="by-stripe">, paid through Stripe</span>.
      <span className="by-ai by-add-on"> If you added AI to your trial, it ends with the month you paid for.</span>
    </>,
    true,
  ],
  [
    'What will my sub get?',
    <>
      A packet for the days you pick: the schedule, every lesson, and, if you choose, your instructions, emergency procedures, and student
      notes. Print it or save it as a PDF, then hand it over.
    </>,
  ],
]

/** Frequently asked questions from teachers and schools. They expand without JavaScript. */
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
