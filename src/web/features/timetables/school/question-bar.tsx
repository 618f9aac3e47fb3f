import { School } from 'lucide-react'
import type { ReactNode } from 'react'

/** A question of the teacher's school above the week. `children` are the answers. */
export const QuestionBar = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <section
    aria-label="Your school changed something"
    className="mx-5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-control bg-brand-soft py-1.5 pr-1.5 pl-3.5 text-label small:mx-4 phone:px-3 phone:py-2.5"
  >
    <School aria-hidden="true" className="size-[18px] shrink-0 text-brand phone:hidden" />
    <p role="status" className="min-w-[min(34ch,100%)] flex-1 text-ink">
      <b className="font-semibold">{title}</b> {about}
    </p>
    <span className="flex flex-wrap gap-1.5 phone:w-full phone:*:flex-auto">{children}</span>
  </section>
)
