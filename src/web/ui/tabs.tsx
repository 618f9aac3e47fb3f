import { clsx } from 'clsx'
import * as Radix from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef } from 'react'

type TabsProps<Value extends string> = {
  /** Accessible name of the tab list. Not visible. */
  label: string
  value: Value
  options: readonly { value: Value; label: string; badge?: ReactNode }[]
  onChange: (value: Value) => void
  className?: string
  /** Shown after the tabs, in the same row. If set, the tabs are only as wide as their labels, except on phones. */
  beside?: ReactNode
  /** Content of the selected tab. */
  children: ReactNode
}

/** Tabs with their content. Arrow keys switch tabs, and Tab moves focus into the content. */
export const Tabs = <Value extends string>({ label, value, options, onChange, className, beside, children }: TabsProps<Value>) => {
  const isLong = options.length > 5
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may be out of view
  useEffect(() => {
    const shown = list.current?.querySelector<HTMLElement>('[data-state=active]')
    if (list.current && shown) list.current.scrollLeft = shown.offsetLeft - (list.current.clientWidth - shown.offsetWidth) / 2
  }, [value])
  return (
    <Radix.Root value={value} onValueChange={(chosen) => onChange(chosen as Value)} className={className}>
      <div className={clsx(beside !== undefined && 'flex flex-wrap items-center justify-between gap-2')}>
        <div className={clsx('rounded-control bg-sunken', beside !== undefined && 'phone:w-full')}>
          <Radix.List
            ref={list}
            aria-label={label}
            // After a click on a tab, Radix leaves the next Tab press on the list itself, which shows no focus.
            onFocus={({ target, currentTarget }) => {
              if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[data-state=active]')?.focus()
            }}
            className={clsx(
              'relative flex flex-wrap p-[3px]',
              isLong && 'phone:swipes phone:snap-x phone:snap-mandatory phone:flex-nowrap phone:py-[3px]',
            )}
          >
            {options.map((option) => (
              <Radix.Trigger
                key={option.value}
                value={option.value}
                className={clsx(
                  // The focus ring fits into the list's padding, because the content below would cover the rest.
                  'inline-flex h-[30px] flex-1 items-center justify-center gap-[7px] rounded-lg px-[11px] text-label font-semibold whitespace-nowrap text-ink-soft transition-colors duration-150 hover:text-ink focus-visible:outline-offset-1 touch:h-auto touch:min-h-11',
                  // On phones, few tabs share one row, with labels of two words on two lines. More of them are a row that scrolls.
                  isLong
                    ? 'phone:flex-none phone:snap-start phone:px-3.5'
                    : 'phone:min-w-min phone:basis-0 phone:px-1.5 phone:text-center phone:leading-tight',
                  beside === undefined && 'phone:whitespace-normal',
                  'data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-card data-[state=active]:inset-ring data-[state=active]:inset-ring-line-strong',
                )}
              >
                {option.label}
                {option.badge}
              </Radix.Trigger>
            ))}
          </Radix.List>
        </div>
        {beside}
      </div>
      <Radix.Content value={value} tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
