import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

const variants = {
  solid: 'bg-brand text-on-brand shadow-card hover:bg-brand-strong',
  outline: 'border border-line-control bg-surface text-ink shadow-card hover:border-line-strong hover:bg-sunken',
  ghost: 'text-ink-soft hover:bg-sunken hover:text-ink',
  danger: 'text-blocked hover:bg-blocked-soft',
  'danger-solid': 'bg-blocked text-on-blocked shadow-card hover:opacity-90',
} as const
const sizes = {
  sm: 'h-[34px] px-[11px] text-label touch:h-11 touch:min-w-11',
  md: 'h-[38px] px-3.5 text-control touch:h-11 touch:min-w-11',
  lg: 'h-[50px] px-6 text-large rounded-card',
} as const
const shared =
  'inline-flex shrink-0 [&>svg]:shrink-0 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap transition-[background-color,border-color,color,opacity] duration-150 disabled:cursor-not-allowed disabled:opacity-50'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
  icon?: ReactNode
  /** Replaces the icon with a spinner and ignores clicks. The button keeps focus. */
  busy?: boolean | undefined
}

export const Button = ({
  variant = 'outline',
  size = 'md',
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-busy={busy || undefined}
    aria-disabled={busy || rest['aria-disabled'] || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
    className={clsx(shared, variants[variant], sizes[size], className)}
  >
    {busy ? <Spinner /> : icon}
    {children}
  </button>
)

export type ButtonLinkProps = ComponentProps<'a'> & { href: string; icon?: ReactNode } & Pick<ButtonProps, 'variant' | 'size'>

/** A link styled as a {@link Button}, for navigation only. */
export const ButtonLink = ({ variant = 'outline', size = 'md', icon, className, children, ...rest }: ButtonLinkProps) => (
  <a {...rest} className={clsx(shared, variants[variant], sizes[size], className)}>
    {icon}
    {children}
  </a>
)

const squares = { sm: 'size-[30px]', md: 'size-[34px]', lg: 'size-11' } as const

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  variant?: 'outline' | 'ghost' | 'danger'
  size?: keyof typeof squares
}

/** A square icon button. */
export const IconButton = ({ label, variant = 'outline', size = 'md', className, type = 'button', ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    aria-label={label}
    data-tip={label}
    className={clsx(shared, variants[variant], squares[size], 'touch:size-11', className)}
  />
)
