import { clsx } from 'clsx'

/** The bell on the sunrise gradient. Uses the same drawing as public/favicon.svg. */
export const LogoMark = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={clsx('sunrise grid shrink-0 place-items-center rounded-[28%] text-white', className)}>
    <svg viewBox="0 0 32 32" className="size-full" role="presentation">
      <path
        fill="currentColor"
        d="M16 6.2a1.5 1.5 0 0 1 1.5 1.5v.5a6.3 6.3 0 0 1 4.8 6.1v3.4l1.7 2.7a1 1 0 0 1-.85 1.53H8.85A1 1 0 0 1 8 20.4l1.7-2.7v-3.4a6.3 6.3 0 0 1 4.8-6.1v-.5A1.5 1.5 0 0 1 16 6.2Zm-2.7 17h5.4a2.7 2.7 0 0 1-5.4 0Z"
      />
    </svg>
  </span>
)

/** The logo mark with the name and tagline. */
export const Logo = ({ className, taglineClassName }: { className?: string; taglineClassName?: string }) => (
  <div className={clsx('flex items-center gap-[11px]', className)}>
    <LogoMark className="size-[34px]" />
    <div className="min-w-0 strip:hidden">
      <div className="font-display text-heading leading-[1.15] font-bold tracking-[-.01em]">Firstbell</div>
      <div className={clsx('truncate text-small text-ink-soft', taglineClassName)}>Lesson Planning Made Simple</div>
    </div>
  </div>
)
