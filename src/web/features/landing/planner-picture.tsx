import { clsx } from 'clsx'
import { CalendarRange, Clock, TextQuote } from 'lucide-react'
import darkSmall from './pictures/planner-dark-1104.webp'
import darkLarge from './pictures/planner-dark-2208.webp'
import darkPhone from './pictures/planner-dark-phone.webp'
import lightSmall from './pictures/planner-light-1104.webp'
import lightLarge from './pictures/planner-light-2208.webp'
import lightPhone from './pictures/planner-light-phone.webp'

const LABELS = [
  [CalendarRange, 'Weekly View'],
  [Clock, 'Time Blocks'],
  [TextQuote, 'Rich Lesson Plans'],
] as const

type Files = { phone: string; small: string; large: string }

/** A screenshot of the planner (taken by scripts/take-pictures.mjs). Lazy loading avoids fetching the other theme's screenshot. */
const Planner = ({ files, className }: { files: Files; className: string }) => (
  <picture className={className}>
    <source media="(width < 640px)" srcSet={files.phone} width={780} height={1400} />
    <img
      loading="lazy"
      decoding="async"
      src={files.small}
      srcSet={`${files.small} 1104w, ${files.large} 2208w`}
      sizes="(width < 1152px) calc(100vw - 48px), 1104px"
      width={1104}
      height={690}
      alt="A week in the planner: lessons in columns from Monday to Friday, next to a month calendar."
      className="h-auto w-full"
    />
  </picture>
)

/** The planner in a mock window, in the page's theme. */
export const PlannerPicture = ({ className }: { className: string }) => (
  <section id="product" className={clsx(className, 'scroll-mt-6 mt-7 max-sm:mt-9')}>
    <figure>
      <figcaption className="mb-4 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1.5 px-1 max-md:justify-center">
        <h2 className="text-heading-large leading-tight tracking-[-.02em]">See the product in Action</h2>
        <ul className="flex flex-wrap justify-center gap-x-6 gap-y-1 text-body font-semibold text-ink-soft">
          {LABELS.map(([Icon, label]) => (
            <li key={label} className="flex items-center gap-2">
              <Icon aria-hidden="true" className="size-[17px] text-brand" />
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className="overflow-hidden rounded-dialog border border-line bg-surface shadow-float max-sm:mx-auto max-sm:max-w-[390px]">
        <div aria-hidden="true" className="flex h-9 items-center gap-2 border-b border-line px-4">
          {['close', 'fold', 'widen'].map((light) => (
            <i key={light} className="size-2.5 rounded-full bg-line" />
          ))}
        </div>
        <Planner files={{ phone: lightPhone, small: lightSmall, large: lightLarge }} className="dark:hidden" />
        <Planner files={{ phone: darkPhone, small: darkSmall, large: darkLarge }} className="hidden dark:block" />
      </div>
    </figure>
  </section>
)
