import { Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { planOnPage } from './kept-plan.ts'

const PRINTER = <Printer className="size-4" />

/** Renders a plan's document in this page and adds its styles. Returns the cleanup function. Scripts in a parsed document don't run. */
const draw = (plan: string, place: HTMLElement): (() => void) => {
  const parsed = new DOMParser().parseFromString(plan, 'text/html')
  const style = document.createElement('style')
  style.textContent = parsed.querySelector('style')?.textContent ?? ''
  document.head.append(style)
  place.replaceChildren(...[...parsed.body.childNodes].map((node) => document.adoptNode(node)))
  return () => {
    style.remove()
    place.replaceChildren()
  }
}

/** Shows a plan for reading and printing when the browser blocks the print window. */
export const SubPlanPage = () => {
  const place = useRef<HTMLDivElement>(null)
  const plan = planOnPage()
  usePageTitle('Substitute Plan')
  useEffect(() => (plan && place.current ? draw(plan, place.current) : undefined), [plan])
  return (
    <main className="min-h-dvh">
      <div className="flex flex-wrap items-center gap-3 border-b border-line bg-surface px-5 py-3 text-ink print:hidden">
        <Link href="/dashboard" className="font-semibold text-brand underline small:py-[13px]">
          Back to the planner
        </Link>
        <span className="flex-1" />
        {plan && (
          // In pixels, because the plan's styles make a rem smaller.
          <Button variant="solid" icon={PRINTER} className="touch:h-[44px]!" onClick={() => window.print()}>
            Print
          </Button>
        )}
      </div>
      {plan ? (
        <div ref={place} />
      ) : (
        <EmptyState title="No sub plan here" description="Sub plans aren’t saved. Generate the plan again from your planner." />
      )}
    </main>
  )
}
