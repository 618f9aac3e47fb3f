import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import type { DailyTemplate } from '#shared/templates/contract.ts'
import { useUser } from '#web/features/people/data.ts'
import { templatesQuery } from '#web/features/templates/data.ts'
import { checkedWords } from '#web/features/templates/emergency-plan.ts'
import { useToday } from '#web/lib/time/use-today.ts'
import { Button } from '#web/ui/button.tsx'

const EMERGENCY = <LifeBuoy className="size-4" />

type EmergencyPlansProps = { chosen: DailyTemplate | undefined; onChoose: (plan: DailyTemplate | undefined) => void }

/** The emergency plans on file, one of which the page can show instead of the days' lessons. A second press goes back to the lessons. */
export const EmergencyPlans = ({ chosen, onChoose }: EmergencyPlansProps) => {
  const { timezone } = useUser()
  const today = useToday(timezone)
  const { data } = useQuery({ ...templatesQuery('daily'), refetchOnMount: 'always' })
  const plans = data?.filter(({ checkedAt }) => checkedAt !== null) ?? []
  if (plans.length === 0) return null
  return (
    <section aria-label="Emergency plans" className="grid gap-2">
      <p className="text-caption font-semibold text-ink-soft">{chosen ? 'Instead of your lessons' : 'Or use an emergency plan'}</p>
      {plans.map((plan) => (
        <Button
          key={plan.id}
          icon={EMERGENCY}
          aria-pressed={plan.id === chosen?.id}
          className="h-auto! min-h-12 w-full justify-start! py-2 text-left whitespace-normal! aria-pressed:border-brand aria-pressed:bg-brand-soft"
          onClick={() => onChoose(plan.id === chosen?.id ? undefined : plan)}
        >
          <span className="min-w-0">
            <span className="block wrap-anywhere">{plan.name}</span>
            <span className="block text-caption font-normal text-ink-soft">
              {plan.checkedAt && checkedWords(plan.checkedAt, { timezone, today })}
            </span>
          </span>
        </Button>
      ))}
    </section>
  )
}
