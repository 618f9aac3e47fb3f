import { type MouseEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLongPress } from '#web/lib/input/long-press.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import type { DayTool } from './day-tools.tsx'

const DayToolsPart = lazyPart(async () => (await import('./day-tools.tsx')).DayTools)

const buttonOf = (target: Element): HTMLElement | null =>
  target.closest('[data-day-head]')?.querySelector<HTMLElement>('[data-day-menu]') ?? null

/**
 * Wraps the week or day view. Opens a day's menu from the button in its header, on right-click or a long press on the header, or from the
 * keyboard. All days share one menu, which loads while the browser is idle.
 */
export const DayMenus = ({ onAdd, children }: { onAdd: (date: string) => void; children: ReactNode }) => {
  const [tool, setTool] = useState<DayTool | null>(null)
  useEffect(() => whenIdle(() => void DayToolsPart.preload()), [])

  const open = (opener: HTMLElement, at: DayTool['at'], isByKey: boolean) =>
    setTool({ kind: 'menu', date: opener.dataset['dayMenu'] as string, opener, at, isByKey })
  const below = (button: HTMLElement): DayTool['at'] => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return { left, top, width, height }
  }
  const { isDown, listeners } = useLongPress((target, left, top) => {
    const button = buttonOf(target)
    if (button) open(button, { left, top, width: 0, height: 0 }, false)
  })
  const press = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-day-menu]')
    if (!button) return
    event.preventDefault()
    event.stopPropagation()
    open(button, below(button), event.detail === 0)
  }
  const context = (event: MouseEvent) => {
    const button = buttonOf(event.target as Element)
    if (!button) return
    event.preventDefault()
    // The long press already opens the menu.
    if (isDown()) return
    const isByPointer = event.button === 2
    open(button, isByPointer ? { left: event.clientX, top: event.clientY, width: 0, height: 0 } : below(button), !isByPointer)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events on the day headers inside it
    <div className="contents" onClickCapture={press} onContextMenu={context} {...listeners}>
      {children}
      {tool && (
        <Suspense>
          <DayToolsPart tool={tool} onChange={setTool} onAdd={onAdd} />
        </Suspense>
      )}
    </div>
  )
}
