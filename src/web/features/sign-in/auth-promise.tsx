import { clsx } from 'clsx'
import { Bell } from 'lucide-react'
import { Logo } from '#web/ui/logo.tsx'

const LESSONS = [
  {
    day: 'Mon',
    date: 16,
    blocks: [
      ['8:00 – 8:20', 'Morning Meeting', 'h0', 1],
      ['8:20 – 9:30', 'Reading Workshop', 'h2', 3],
      ['9:30 – 10:15', 'Writing', 'h5', 2],
    ],
  },
  {
    day: 'Tue',
    date: 17,
    blocks: [
      ['8:00 – 8:20', 'Morning Meeting', 'h0', 1],
      ['8:20 – 9:30', 'Math', 'h7', 3],
      ['9:30 – 10:15', 'Science', 'h1', 2],
    ],
  },
  {
    day: 'Wed',
    date: 18,
    blocks: [
      ['8:00 – 8:20', 'Morning Meeting', 'h0', 1],
      ['8:20 – 9:10', 'Library', 'h4', 2],
      ['9:10 – 10:15', 'Social Studies', 'h3', 3],
    ],
  },
] as const

/** A decorative picture of the planner, hidden from screen readers. */
const PlannerDrawing = () => (
  <div aria-hidden="true" className="relative mt-12 select-none">
    <div className="sunrise absolute -inset-x-10 top-16 bottom-[-40px] rotate-[-2deg] rounded-dialog opacity-90 dark:opacity-60" />
    <div className="relative grid rotate-[-2deg] grid-cols-3 gap-2.5 rounded-dialog border border-line bg-paper p-3.5 shadow-float">
      {LESSONS.map(({ day, date, blocks }) => (
        <div key={day} className="overflow-hidden rounded-card border border-line bg-surface">
          <div className={clsx('flex items-baseline gap-1.5 border-b border-line px-3 py-2', date === 18 && 'bg-brand-soft')}>
            <span className="text-small font-semibold text-ink-soft">{day}</span>
            <span className={clsx('font-display text-title font-bold tabular', date === 18 && 'text-brand')}>{date}</span>
          </div>
          <div className="grid gap-1.5 p-2">
            {blocks.map(([time, title, hue, lines]) => (
              <div
                key={time}
                className={clsx(hue, 'rounded-control bg-[position:5px_8px] bg-[size:3px_calc(100%-16px)] bg-no-repeat py-2 pr-2 pl-3.5')}
              >
                <div className="flex items-center justify-between text-tiny font-semibold text-ink-soft tabular">
                  <span className="truncate">{time}</span>
                  {title === 'Science' && <Bell className="size-3 fill-brass text-brass-ink" />}
                </div>
                <div className="truncate text-caption font-semibold">{title}</div>
                {Array.from({ length: lines }, (_, line) => (
                  <div key={line} className={clsx('mt-1.5 h-1 rounded-full bg-ink-soft/20', line === lines - 1 ? 'w-3/5' : 'w-full')} />
                ))}
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  </div>
)

/** The left half of the sign-in page on wide screens, with a short pitch. */
export const AuthPromise = () => (
  <aside
    aria-label="About Firstbell"
    className="hidden flex-col overflow-hidden px-14 py-9 lg:sticky lg:top-0 lg:flex lg:h-[calc(100dvh-var(--docked,0px))]"
  >
    <Logo />
    <div className="m-auto w-full max-w-[560px] py-10">
      <p className="font-display text-hero leading-none font-[750] tracking-[-.03em]">
        Be ready before the <span className="sunrise-text">first bell</span>.
      </p>
      <p className="mt-4 max-w-[44ch] text-title text-ink-soft">
        The lesson planner that thinks in school days: your whole week as time blocks, on one page.
      </p>
      <PlannerDrawing />
    </div>
  </aside>
)
