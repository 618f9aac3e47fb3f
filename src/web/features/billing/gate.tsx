import { clsx } from 'clsx'
import { BookOpen, CalendarDays, ChevronRight, Lock, LogOut, Users } from 'lucide-react'
import { type ReactNode, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { statusAt } from '#shared/billing/rules.ts'
import { formatDay, mondayOf } from '#shared/dates.ts'
import { DeleteAccountForm } from '#web/features/accounts/settings/delete-account-form.tsx'
import { ExportDataForm } from '#web/features/accounts/settings/export-data-form.tsx'
import { useOwnCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { hasUnsent } from '#web/features/calendar/days/outbox/unsent.ts'
import { useWeek } from '#web/features/calendar/days/shown.ts'
import { schoolDayOf } from '#web/features/calendar/navigation/planner-url.ts'
import { goTo, usePlannerAddress } from '#web/features/calendar/navigation/shown-date.ts'
import { useSettings, useUser } from '#web/features/people/data.ts'
import { useLogout } from '#web/features/sign-in/data.ts'
import { runCommand } from '#web/lib/input/commands.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { useBilling } from './data.ts'
import { PaidFor } from './paid-for.tsx'
import { PartHeading } from './part-heading.tsx'
import { usePayment } from './payment.ts'
import { PlanChoice } from './plan-choice.tsx'
import { PLANS, type ProPlan, trialEndDay } from './plans.ts'
import { SubscribeButton } from './subscribe-button.tsx'
import { WaitingForPayment } from './waiting-for-payment.tsx'

const SignOutQuestionPart = lazyPart(async () => (await import('#web/features/sign-in/sign-out-question.tsx')).SignOutQuestion)

type GateProps = {
  today: string
  /** Called to hide the gate and show the planner read-only. */
  onRead: () => void
}

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

/** The plans. While the teacher exports or deletes, that form has the one solid button. */
const Plans = ({ isAside }: { isAside: boolean }) => {
  const [plan, setPlan] = useState<ProPlan>('yearly')
  return (
    <>
      <PlanChoice value={plan} onChange={setPlan} isNarrow />
      <SubscribeButton plan={plan} variant={isAside ? 'outline' : 'solid'} className="h-[46px]! w-full text-lead">
        {`Continue with ${plan}, $${PLANS[plan].amount}`}
      </SubscribeButton>
      <p className="flex gap-2 text-caption text-ink-soft">
        <Lock className="mt-px size-[15px] shrink-0" />
        Pay securely through Stripe. You’ll see the total first.
      </p>
    </>
  )
}

const Way = ({ icon, label, onPress }: { icon: ReactNode; label: string; onPress: () => void }) => (
  <button
    type="button"
    onClick={onPress}
    className="flex min-h-11 items-center gap-3.5 px-3.5 py-2 text-left text-control font-semibold transition-colors duration-150 first:rounded-t-card last:rounded-b-card not-first:border-t not-first:border-line hover:bg-sunken focus-visible:-outline-offset-2"
  >
    <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
      {icon}
    </span>
    <span className="flex-1">{label}</span>
    <ChevronRight className="size-4 shrink-0 text-ink-soft" />
  </button>
)

/** The teacher's own lessons, which they can still read. */
const Lessons = ({ onRead }: Pick<GateProps, 'onRead'>) => (
  <section aria-label="Your lessons" className="grid gap-2.5">
    <PartHeading>Your lessons</PartHeading>
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2.5 rounded-card border border-line px-3.5 py-3">
      <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
        <BookOpen className="size-5" />
      </span>
      <p className="min-w-[18ch] flex-1">
        <strong className="block font-semibold">Everything you planned</strong>
        <span className="text-caption text-ink-soft">Weeks, sub plans, and printing. You can’t change anything.</span>
      </p>
      <Button className="phone:w-full" onClick={onRead}>
        View my lessons
      </Button>
    </div>
  </section>
)

/** Other people's schedules, which need no plan. */
const OtherSchedules = ({ today }: Pick<GateProps, 'today'>) => {
  const { schoolAdministration } = useUser()
  return (
    <section aria-label="Other schedules">
      <div className="grid rounded-card border border-line">
        <Way icon={<Users className="size-[18px]" />} label="Schedules shared with me" onPress={() => runCommand('collaboration')} />
        {schoolAdministration && (
          <Way
            icon={<CalendarDays className="size-[18px]" />}
            label="School calendar"
            onPress={() => goTo(today, (now) => ({ ...now, calendar: '' }))}
          />
        )}
      </div>
    </section>
  )
}

/** Signs out. Asks first if this device has edits that the server doesn't have. */
const SignOut = () => {
  const { mutate: signOut, isPending } = useLogout()
  const [isAsking, setIsAsking] = useState(false)
  const leave = async () => ((await hasUnsent()) ? setIsAsking(true) : signOut())
  return (
    <>
      <Button
        variant="ghost"
        icon={<LogOut className="size-4" />}
        busy={isPending}
        className="text-ink! sm:ml-auto"
        onClick={() => void leave()}
      >
        Sign out
      </Button>
      {isAsking && (
        <Suspense>
          <SignOutQuestionPart onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  )
}

/**
 * Covers the planner once a trial or plan has ended. Teachers can read their lessons, cancel what they still pay for, choose a plan, or
 * export their data.
 */
export const Gate = ({ today, onRead }: GateProps) => {
  const id = useId()
  const user = useUser()
  const kept = useWhatIsKept(today)
  const payment = usePayment()
  const isUnset = useBilling().data?.state === 'unset'
  const panel = useRef<HTMLDivElement>(null)
  // How many of the forms in the footer are open.
  const [asks, setAsks] = useState(0)
  const onAsk = (isOpen: boolean) => setAsks((now) => now + (isOpen ? 1 : -1))
  const hasTried = statusAt(user, Date.now()) === 'TRIALEXPIRED'
  // A passive effect would run later and could steal focus from an element the teacher has already focused.
  useLayoutEffect(() => panel.current?.focus({ preventScroll: true }), [])
  return (
    <div className="fixed inset-x-0 top-0 bottom-(--docked,0px) z-35 grid grid-cols-[minmax(0,1fr)] overflow-y-auto bg-(--scrim) p-4 phone:not-short:scroll-pb-32 phone:px-0 phone:pt-24 phone:pb-0 print:hidden">
      <div
        ref={panel}
        role="dialog"
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-kept`}
        tabIndex={-1}
        className="m-auto w-full max-w-[940px] overflow-clip rounded-dialog bg-surface text-ink shadow-float phone:mb-0 phone:rounded-b-none"
      >
        <header className="px-6 pt-5 pb-[18px] phone:px-4">
          <p aria-hidden="true" className="flex items-center gap-1.5 text-caption font-semibold text-brass-ink">
            <Lock className="size-3.5" />
            {hasTried ? 'Trial Expired' : 'Plan Expired'}
          </p>
          <h1 id={`${id}-title`} className="mt-1 text-heading-large leading-tight">
            <span className="sr-only">{hasTried ? 'Trial Expired' : 'Plan Expired'}: </span>Subscription Required
          </h1>
          <p id={`${id}-kept`} className="mt-1 text-balance text-ink-soft">
            {kept}
          </p>
        </header>
        <div className="grid border-y border-line phone:border-b-0 min-[860px]:grid-cols-[minmax(0,1fr)_424px] min-[860px]:grid-rows-[auto_1fr]">
          <div className="grid content-start gap-5 px-6 py-5 phone:px-4">
            <Lessons onRead={onRead} />
            <PaidFor />
          </div>
          <section
            aria-label="Plans"
            className="grid content-start gap-2.5 bg-paper px-6 py-5 max-[859px]:border-y max-[859px]:border-line min-[860px]:row-span-2 min-[860px]:border-l min-[860px]:border-line phone:px-4"
          >
            <PartHeading>Pick a plan to keep planning</PartHeading>
            {payment ? <WaitingForPayment payment={payment} /> : isUnset ? <NoPayments /> : <Plans isAside={asks > 0} />}
          </section>
          <div className="px-6 pb-5 max-[859px]:pt-5 phone:px-4">
            <OtherSchedules today={today} />
          </div>
        </div>
        <footer
          className={clsx(
            // On a phone, within reach without scrolling, unless a form is open in it.
            'flex flex-wrap gap-1 bg-surface px-3.5 py-2.5 [&>section]:order-first [&>section]:mx-2.5 [&>section]:mt-3.5 [&>section]:mb-2.5 phone:justify-between phone:gap-0 phone:px-1.5 phone:[&>section]:mt-1.5 phone:[&>button]:px-2.5 phone:[&>button]:text-label phone:[&>button>svg]:hidden',
            asks === 0 && 'phone:sticky phone:bottom-0 phone:border-t phone:border-line phone:short:static',
          )}
        >
          <ExportDataForm isRow onOpen={onAsk} />
          <DeleteAccountForm isRow onOpen={onAsk} />
          <SignOut />
        </footer>
      </div>
    </div>
  )
}
