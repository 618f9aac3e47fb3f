import { Sparkles } from 'lucide-react'
import { checkoutAddress, PRICES } from '#shared/billing/rules.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Offers the AI add-on, which is billed separately from the plan. */
export const AddOnRow = () => (
  <section aria-label="AI add-on" className="flex flex-wrap items-center gap-3.5 rounded-card border border-line px-3.5 py-3">
    <span aria-hidden="true" className="grid size-[38px] shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
      <Sparkles className="size-5" />
    </span>
    <p className="min-w-[18ch] flex-1">
      <strong className="block font-semibold">AI add-on</strong>
      <span className="text-caption text-ink-soft">
        A monthly AI allowance ({PRICES.aiAddOn.tokens.toLocaleString('en-US')} tokens), billed separately from your plan.
      </span>
    </p>
    <span className="ml-auto flex items-center gap-3.5">
      <span className="whitespace-nowrap text-caption text-ink-soft">
        <b className="font-display text-heading-medium text-ink tabular">${PRICES.aiAddOn.month}</b>/month
      </span>
      <ButtonLink href={checkoutAddress('ai_addon')} size="sm">
        Add<span className="sr-only"> the AI add-on</span>
      </ButtonLink>
    </span>
  </section>
)
