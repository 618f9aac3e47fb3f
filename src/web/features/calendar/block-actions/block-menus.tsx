import { type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Preferences } from '#shared/accounts/contract.ts'
import { useCardsRest } from '#web/features/calendar/cards-part.ts'
import { type CalendarRef, useCalendar } from '#web/features/calendar/days/calendar-ref.ts'
import { lessonNotLoaded } from '#web/features/calendar/days/lesson-not-loaded.ts'
import { loadDay, shownDay } from '#web/features/calendar/days/shown.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { whenIdle } from '#web/lib/time/when-idle.ts'
import { type BlockTool, blockPlaceOf, isPlanCard } from './block-place.ts'

const ViewedBlockToolsPart = lazyPart(async () => (await import('./viewed-block-tools.tsx')).ViewedBlockTools)
const BlockToolsPart = lazyPart(async () => (await import('./block-tools.tsx')).BlockTools)

type Pressed = Pick<BlockTool, 'date' | 'block' | 'opener' | 'isPlan'>

/** Returns the block whose card contains `target`, or undefined outside cards, and if the block's week isn't loaded. */
const pressedBlock = (calendar: CalendarRef, target: Element): Pressed | undefined => {
  const place = blockPlaceOf(target)
  const lesson = place && shownDay(calendar, place.date)?.lessons.find(({ block }) => block.id === place.blockId)
  const opener = place?.card.querySelector('button')
  return lesson && opener ? { date: place.date, block: lesson.block, opener, isPlan: isPlanCard(place.card) } : undefined
}

type BlockMenusProps = {
  timeFormat: Preferences['timeFormat']
  onEdit: (date: string, blockId: string) => void
  children: ReactNode
}

/**
 * Wraps the week or day view. Opens a card's menu from its button, on right-click, or from the keyboard. All cards share one menu, which loads
 * while the browser is idle. For keys and dragging, see card-actions.tsx.
 */
export const BlockMenus = ({ timeFormat, onEdit, children }: BlockMenusProps) => {
  const calendar = useCalendar()
  const [tool, setTool] = useState<BlockTool | null>(null)
  const ToolsPart = calendar.isViewed ? ViewedBlockToolsPart : BlockToolsPart
  const place = useRef<HTMLDivElement>(null)
  const { CardActions } = useCardsRest()

  useEffect(() => (calendar.mayEdit ? whenIdle(() => void BlockToolsPart.preload()) : undefined), [calendar])

  const hasMenu = calendar.mayEdit || calendar.mayTakeOver
  const open = (event: MouseEvent, kind: BlockTool['kind'], at: BlockTool['at'], isByKey: boolean) => {
    const target = event.target as Element
    const place = hasMenu ? blockPlaceOf(target) : undefined
    if (!place) return
    const pressed = pressedBlock(calendar, target)
    if (!pressed && shownDay(calendar, place.date)) return
    event.preventDefault()
    event.stopPropagation()
    if (pressed) show(pressed, kind, at, isByKey)
    // A class has lessons in weeks that aren't loaded.
    else
      void loadDay(calendar, place.date).then(() => {
        const loaded = pressedBlock(calendar, target)
        if (loaded) show(loaded, kind, at, isByKey)
      }, lessonNotLoaded)
  }
  const show = (pressed: Pressed, kind: BlockTool['kind'], at: BlockTool['at'], isByKey: boolean) => {
    // When the dialog closes, it restores focus to the element that had it when the dialog opened. The clicked button disappears when the
    // pointer leaves the card.
    if (kind === 'copy') pressed.opener.focus()
    setTool({ kind, ...pressed, at, isByKey })
  }
  const press = (event: MouseEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-block-menu]')
    if (!button) return
    const { left, top, width, height } = button.getBoundingClientRect()
    const kind = button.dataset['blockMenu'] === 'copy' ? 'copy' : 'menu'
    open(event, kind, { left, top, width, height }, event.detail === 0)
  }
  const context = (event: MouseEvent) => {
    // Links, selectable text and fields keep the browser's own menu.
    if ((event.target as Element).closest('.rich-text, textarea')) return
    open(event, 'menu', { left: event.clientX, top: event.clientY, width: 0, height: 0 }, event.button !== 2)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles clicks on the buttons inside it
    <div className="contents" ref={place} onClickCapture={press} onContextMenu={context}>
      {children}
      {CardActions && <CardActions {...{ place, timeFormat, onEdit }} onTool={setTool} />}
      {tool && hasMenu && (
        <Suspense>
          <ToolsPart timeFormat={timeFormat} tool={tool} onChange={setTool} onEdit={onEdit} />
        </Suspense>
      )}
    </div>
  )
}
