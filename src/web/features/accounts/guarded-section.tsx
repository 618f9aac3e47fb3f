import { clsx } from 'clsx'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { type Messages, report } from '#web/ui/report.ts'

type Press = Pick<ButtonProps, 'icon' | 'variant'> & { label: string }

type GuardedFormProps<Result> = {
  hint?: string
  cancelLabel: string
  confirm: Press
  isPending: boolean
  /** True once the fields in `children` are filled in. */
  isReady?: boolean
  call: () => Promise<Result>
  messages: Messages<Result>
  onDone?: () => void
  onCancel: () => void
  children?: ReactNode
}

/** Asks for confirmation, and for the fields in `children`, before a sensitive action. */
export const GuardedForm = <Result,>({ call, messages, onDone, onCancel, isReady = true, ...form }: GuardedFormProps<Result>) => {
  const { hint, cancelLabel, confirm, isPending, children } = form
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isReady && (await report(call, messages))) onDone?.()
  }
  const { label, ...look } = confirm
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      {hint && <p className="text-ink-soft">{hint}</p>}
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button {...look} type="submit" busy={isPending} disabled={!isReady}>
          {label}
        </Button>
      </div>
    </form>
  )
}

type GuardedSectionProps = {
  title: string
  description: string
  opener: Press
  /** True to render as one of a row of plain buttons. The form opens next to the button. */
  isRow?: boolean | undefined
  /** Called when the form opens and closes. */
  onOpen?: ((isOpen: boolean) => void) | undefined
  children: (close: () => void) => ReactNode
}

/** A section whose button opens a form. Reopening the form clears it. */
export const GuardedSection = ({
  title,
  description,
  opener: { label, ...look },
  isRow = false,
  onOpen,
  children,
}: GuardedSectionProps) => {
  const id = useId()
  // When the form closes, focus returns to the button.
  const [state, setState] = useState<'untouched' | 'open' | 'closed'>('untouched')
  const change = (next: 'open' | 'closed') => {
    setState(next)
    onOpen?.(next === 'open')
  }
  const isOpen = state === 'open'
  if (!isOpen && !isRow)
    return (
      <section aria-label={title} className="flex items-center justify-between gap-x-4 gap-y-3 phone:flex-wrap">
        <p className="text-caption text-ink-soft">
          <b className="block text-body font-semibold text-ink">{title}</b>
          {description}
        </p>
        <Button {...look} autoFocus={state === 'closed'} className="min-w-44 phone:w-full" onClick={() => change('open')}>
          {label}
        </Button>
      </section>
    )
  const form = isOpen && (
    <section aria-labelledby={id} className={clsx('grid gap-3', isRow && 'basis-full rounded-card bg-sunken p-3.5')}>
      <h3 id={id} className="text-large">
        {title}
      </h3>
      <p className="text-ink-soft">{description}</p>
      {children(() => change('closed'))}
    </section>
  )
  if (!isRow) return form
  return (
    <>
      <Button
        key={state}
        {...look}
        variant="ghost"
        autoFocus={state === 'closed'}
        aria-expanded={isOpen}
        className="text-ink! aria-expanded:bg-sunken"
        onClick={() => change(isOpen ? 'closed' : 'open')}
      >
        {label}
      </Button>
      {form}
    </>
  )
}
