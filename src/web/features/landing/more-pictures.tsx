import { clsx } from 'clsx'
import darkPhone from './pictures/phone-dark.webp'
import lightPhone from './pictures/phone-light.webp'
import subPlan from './pictures/sub-plan.webp'

const PHONE_ALT = 'A Wednesday on a phone: the days of the week in a row, with that day’s lessons below.'

const Phone = ({ src, className }: { src: string; className: string }) => (
  <img
    loading="lazy"
    decoding="async"
    src={src}
    width={390}
    height={780}
    alt={PHONE_ALT}
    className={clsx('h-auto w-full rounded-dialog border-6 border-ink/80 shadow-float', className)}
  />
)

/** Screenshots of a sub plan and of the planner on a phone (taken by scripts/take-pictures.mjs). The paper is white in both themes. */
export const MorePictures = ({ className }: { className: string }) => (
  <section className={clsx(className, 'grid items-start gap-x-16 gap-y-14 pt-28 pb-22 max-sm:pt-20 md:grid-cols-[7fr_4fr]')}>
    <figure className="grid gap-5">
      <figcaption>
        <h2 className="text-display-small leading-tight tracking-[-.02em] max-sm:text-heading-large">
          Out sick? Your sub plan is already written.
        </h2>
        <p className="mt-2 max-w-[50ch] text-large text-ink-soft">
          Pick the days. Your sub gets the schedule, every lesson, and what to know about your class.
        </p>
      </figcaption>
      <img
        loading="lazy"
        decoding="async"
        src={subPlan}
        width={816}
        height={816}
        alt="The first page of a sub plan: emergency procedures, student notes, the day at a glance, and the lessons."
        className="h-auto w-full rounded-card border border-line bg-white shadow-card"
      />
    </figure>
    <figure className="mx-auto grid w-full max-w-[300px] gap-5">
      <figcaption>
        <h2 className="text-display-small leading-tight tracking-[-.02em] max-sm:text-heading-large">In your pocket</h2>
        <p className="mt-2 text-large text-ink-soft">The same week on your phone, for the walk to Room 12.</p>
      </figcaption>
      <Phone src={lightPhone} className="dark:hidden" />
      <Phone src={darkPhone} className="hidden dark:block" />
    </figure>
  </section>
)
