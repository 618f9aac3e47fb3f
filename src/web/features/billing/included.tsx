import { ArrowRight, CalendarDays, FileDown, Gauge, LayoutTemplate, PenLine, Printer, SlidersHorizontal, Users } from 'lucide-react'
import type { PlanType } from '#shared/billing/contract.ts'
import { PRICES } from '#shared/billing/rules.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/**
 * Each line must be true of the current product. The list doesn't say how many lessons the tokens cover, because nobody has measured that.
 */
const PRO = {
  heading: 'One planner for the whole year',
  lead: 'Pro Teacher keeps everything from your trial, with no time limit.',
  points: [
    [CalendarDays, 'Every week, past and future', 'Lessons, notes, and days off'],
    [LayoutTemplate, 'Templates for lessons, days, and weeks', 'Write a routine once, use it all year'],
    [Printer, 'Sub plans in a few clicks', 'Made from the lessons you’ve already planned'],
    [Users, 'Share with colleagues, read-only', 'Invite other teachers, and stop sharing anytime'],
    [FileDown, 'Your data stays yours', 'Export everything anytime'],
  ],
} as const
const AI = {
  heading: 'Help writing lessons',
  lead: 'It works with your trial or any plan, and is billed separately.',
  points: [
    [Gauge, `A monthly AI allowance (${PRICES.aiAddOn.tokens.toLocaleString('en-US')} tokens)`, 'It resets every month'],
    [PenLine, 'Drafts next to your lesson, when you ask', 'Nothing goes into a lesson until you insert it'],
    [SlidersHorizontal, 'Your own instructions', 'Describe your class once'],
  ],
} as const

const HEADING = 'max-w-[14ch] text-display leading-[1.04] tracking-[-.03em] text-balance small:text-display-small'
const LEAD = 'mt-3.5 mb-7 max-w-[44ch] text-title text-ink-soft'

/** Instead of what the plan includes, for users who already have it: nothing left to do here, and the way back to the planner. */
export const AllSet = ({ plan }: { plan: PlanType }) => (
  <section className="grid justify-items-center text-center">
    <h1 className={HEADING}>You’re all set</h1>
    <p className={LEAD}>
      {plan === 'ai_addon'
        ? 'Open a lesson and choose Write with AI. It drafts next to your lesson, and nothing goes in until you insert it.'
        : 'Every week is open to you. Plan the next one, or set up a template for a day you teach often.'}
    </p>
    <ButtonLink href="/dashboard" variant="solid" size="lg">
      Go to my planner
      <ArrowRight className="size-[18px]" />
    </ButtonLink>
  </section>
)

/** Lists the features that a plan includes. */
export const Included = ({ plan, className }: { plan: PlanType; className: string }) => {
  const { heading, lead, points } = plan === 'ai_addon' ? AI : PRO
  return (
    <section className={className}>
      <h1 className={HEADING}>{heading}</h1>
      <p className={LEAD}>{lead}</p>
      <h2 className="mb-4 text-large">What’s included</h2>
      <ul className="grid gap-4">
        {points.map(([Icon, title, note]) => (
          <li key={title} className="flex items-center gap-3.5">
            <span aria-hidden="true" className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
              <Icon className="size-5" />
            </span>
            <span>
              <strong className="block text-lead font-semibold">{title}</strong>
              <span className="text-control text-ink-soft">{note}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
