import { BookOpen, CalendarDays, Lock, LogOut, Users } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { statusAt } from '#shared/billing/rules.ts'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { DeleteAccountForm } from '#web/features/accounts/settings/delete-account-form.tsx'
import { ExportDataForm } from '#web/features/accounts/settings/export-data-form.tsx'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { useLogout } from '#web/features/sign-in/data.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { reasonOf } from '#web/ui/report.ts'
import { ActivePlan } from './active-plan.tsx'
import { useBilling, useSubscription } from './data.ts'
import { usePayment } from './payment.ts'
import { PlanChoice } from './plan-choice.tsx'
import { PLANS, type ProPlan, trialEndDay } from './plans.ts'
import { SubscribeButton } from './subscribe-button.tsx'
import { WaitingForPayment } from './waiting-for-payment.tsx'

const Row = ({ icon, label, busy, onPress }: { icon: ReactNode; label: string; busy?: boolean; onPress: () => void }) => (
  <Button variant="ghost" icon={icon} busy={busy} className="min-h-10 justify-start" onClick={onPress}>
    {label}
  </Button>
)

/** Returns a message saying that the trial or plan has ended and what the teacher can still use. */
const useWhatIsKept = (today: string): string => {
  const user = useUser()
  const { date } = usePlannerAddress(today)
  const isThisWeek = mondayOf(date) === mondayOf(schoolDayOf(today))
  const lessons = useWeek(useOwnCalendar(), mondayOf(date)).data?.totals.lessons ?? 0
  const ended =
    statusAt(user, Date.now()) === 'TRIALEXPIRED'
      ? `Your trial ended on ${formatDay(trialEndDay(user), 'weekdayAndDay')}.`
      : 'Your plan has ended.'
  const kept =
    isThisWeek && lessons > 1
      ? `All ${lessons} of this week’s lessons are still here. You can view and print them, and make sub plans from them.`
      : 'Everything you planned is still here. You can view and print it, and make sub plans from it.'
  return `${ended} ${kept}`
}

/** Shown if payments aren't set up. Tells teachers to contact the operator. */
const NoPayments = () => {
  const email = useSettings().data?.contactEmail
  return (
    <p className="rounded-control bg-brass-soft px-3.5 py-3 text-brass-ink">
      Payments aren’t set up here, so you can’t choose a plan. Ask the people who run this Firstbell
      {email !== undefined && (
        <>
          :{' '}
          <a href={`mailto:${email}`} className="font-semibold break-words underline underline-offset-4">
            {email}
          </a>
        </>
      )}
      .
    </p>
  )
}

const Plans = () => {
  const [plan, setPlan] = useState<ProPlan>('yearly')
  const { amount, interval } = PLANS[plan]
  return (
    <>
      <PlanChoice value={plan} onChange={setPlan} isNarrow />
      <SubscribeButton plan={plan} variant="solid" className="h-11 w-full" isPlain>
        {`Subscribe, $${amount} a ${interval}`}
      </SubscribeButton>
      <p className="text-small text-ink-soft">Secure payment through Stripe. Cancel anytime.</p>
    </>
  )
}

/** Current subscriptions, with a link to the billing portal for canceling them. */
const PaidFor = () => {
  const { timezone } = useUser()
  const { data, error, isFetching, refetch } = useSubscription()
  if (error && !data)
    return (
      <ErrorState title="Couldn’t load what you pay for" description={reasonOf(error)} busy={isFetching} onRetry={() => void refetch()} />
    )
  if (!data?.items.length) return null
  return (
    <section aria-label="What you pay for" className="mt-4 grid gap-2.5 border-t border-line pt-4">
      <h2 className="font-text text-small font-semibold tracking-normal text-ink-soft">What you pay for</h2>
      <ActivePlan state={data} timezone={timezone} />
    </section>
  )
}

type GateProps = {
  today: string
  /** Called to hide the gate and show the planner read-only. */
  onRead: () => void
}

/** Covers the planner once a trial or plan has ended. Teachers can choose a plan, read their planner, or export their data. */
export const Gate = ({ today, onRead }: GateProps) => {
  const id = useId()
  const user = useUser()
  const kept = useWhatIsKept(today)
  const payment = usePayment()
  const isUnset = useBilling().data?.state === 'unset'
  const { mutate: signOut, isPending } = useLogout()
  const panel = useRef<HTMLDivElement>(null)
  const hasTried = statusAt(user, Date.now()) === 'TRIALEXPIRED'
  // A passive effect would run later and could steal focus from an element the teacher has already focused.
  useLayoutEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    <div className="fixed inset-x-0 top-0 bottom-(--docked,0px) z-35 grid grid-cols-[minmax(0,1fr)] overflow-y-auto bg-(image:--gate) px-4 py-8 print:hidden">
      <div className="m-auto w-full max-w-[400px]">
        <p aria-hidden="true" className="mb-4 text-center font-display text-heading-large font-bold text-white">
          {hasTried ? 'Trial Expired' : 'Plan Expired'}
        </p>
        <div
          ref={panel}
          role="dialog"
          aria-modal="true"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-kept`}
          tabIndex={-1}
          className="rounded-dialog bg-surface px-5 pt-5 pb-3 shadow-float"
        >
          <div className="grid gap-2.5 text-center">
            <span aria-hidden="true" className="mx-auto grid size-12 place-items-center rounded-card bg-brand-soft text-brand">
              <Lock className="size-[22px]" />
            </span>
            <h1 id={`${id}-title`} className="text-heading-medium leading-tight">
              <span className="sr-only">{hasTried ? 'Trial Expired' : 'Plan Expired'}: </span>Subscription Required
            </h1>
            <p id={`${id}-kept`} className="text-control text-ink-soft">
              {kept}
            </p>
            {payment ? <WaitingForPayment payment={payment} /> : isUnset ? <NoPayments /> : <Plans />}
          </div>
          <PaidFor />
          <div className="mt-3 grid border-t border-line pt-3">
            <h2 className="px-3 pb-1 font-text text-small font-semibold tracking-normal text-ink-soft">You can still:</h2>
            <Row icon={<BookOpen className="size-4" />} label="View my lessons" onPress={onRead} />
            <Row icon={<Users className="size-4" />} label="Schedules shared with me" onPress={() => runCommand('collaboration')} />
            {user.schoolAdministration && (
              <Row
                icon={<CalendarDays className="size-4" />}
                label="School calendar"
                onPress={() => goTo(today, (now) => ({ ...now, calendar: '' }))}
              />
            )}
            <ExportDataForm isRow />
            <DeleteAccountForm isRow />
            <Row icon={<LogOut className="size-4" />} label="Sign Out" busy={isPending} onPress={() => signOut()} />
          </div>
        </div>
      </div>
    </div>
  )
}
