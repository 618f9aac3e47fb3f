import { clsx } from 'clsx'
import { Bell, CircleCheck, CircleX, Info, X } from 'lucide-react'
import * as Radix from 'radix-ui/toast'
import { createPortal } from 'react-dom'
import type { Shown, ToastTone } from './toast-store.ts'

const icons = {
  neutral: <Info aria-hidden="true" className="mt-px size-[18px] shrink-0 text-brand" />,
  success: <CircleCheck aria-hidden="true" className="mt-px size-[18px] shrink-0 text-note" />,
  destructive: <CircleX aria-hidden="true" className="mt-px size-[18px] shrink-0 text-blocked" />,
  alert: <Bell aria-hidden="true" className="mt-px size-[18px] shrink-0 fill-brass text-brass-ink" />,
} as const satisfies Record<ToastTone, unknown>
const edges = {
  neutral: 'border-line',
  success: 'border-line',
  destructive: 'border-blocked',
  alert: 'border-brass',
} as const satisfies Record<ToastTone, string>

/**
 * The toast and its place. It hangs on <body>, beside #root, so that it stays reachable while a dialog makes the page
 * inert. F8 moves focus to it; there Tab and Enter reach its button.
 */
export const ToastRegion = ({ shown }: { shown: Shown }) => (
  <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
    {shown && (
      <Radix.Root
        key={shown.key}
        defaultOpen
        type="foreground"
        className={clsx(
          'motion-toast pointer-events-auto flex items-start gap-2.5 rounded-card border bg-surface p-3.5 text-ink shadow-float',
          edges[shown.message.tone ?? 'neutral'],
        )}
      >
        {icons[shown.message.tone ?? 'neutral']}
        <div className="min-w-0 flex-1">
          <Radix.Title className="font-semibold">{shown.message.title}</Radix.Title>
          {shown.message.description && <Radix.Description className="text-ink-soft">{shown.message.description}</Radix.Description>}
        </div>
        {shown.message.action && (
          <Radix.Action
            altText={`${shown.message.action.label}: press F8, then Tab and Enter`}
            onClick={shown.message.action.onPress}
            className="-my-1 h-8 shrink-0 rounded-lg px-2.5 text-label font-semibold text-brand hover:bg-brand-soft small:h-10"
          >
            {shown.message.action.label}
          </Radix.Action>
        )}
        <Radix.Close
          aria-label="Close"
          data-tip="Close"
          className="-m-1 grid size-7 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunken small:size-10"
        >
          <X aria-hidden="true" className="size-4" />
        </Radix.Close>
      </Radix.Root>
    )}
    {createPortal(
      // aria-live: what Radix's dialogs hide from screen readers while they are open leaves out whatever has it.
      <Radix.Viewport
        hotkey={['F8']}
        aria-live="off"
        className="fixed right-0 bottom-0 z-60 m-0 w-[400px] max-w-full list-none p-4 outline-none"
      />,
      document.body,
    )}
  </Radix.Provider>
)
