import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import type { PlanType } from '#shared/billing/contract.ts'
import { BEING_CONFIGURED, checkoutAddress } from '#shared/billing/rules.ts'
import { Button, ButtonLink, type ButtonProps } from '#web/ui/button.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { useBilling } from './data.ts'

type SubscribeButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'className'> & {
  plan: PlanType
  children: string
}

/** Links to the checkout page. If the plan can't be bought, shows the reason instead. */
export const SubscribeButton = ({ plan, children, ...look }: SubscribeButtonProps) => {
  const id = useId()
  const { data: billing, error } = useBilling()
  const reason = error ? reasonOf(error) : billing?.state === 'unset' ? BEING_CONFIGURED : undefined
  const arrow = <ArrowRight className="size-4" />
  if (!reason)
    return (
      <ButtonLink href={checkoutAddress(plan)} {...look}>
        {children}
        {arrow}
      </ButtonLink>
    )
  return (
    <span className="grid justify-items-stretch gap-1.5">
      <Button {...look} disabled aria-describedby={id}>
        {children}
        {arrow}
      </Button>
      <span id={id} className="text-caption text-ink-soft">
        {reason}
      </span>
    </span>
  )
}
