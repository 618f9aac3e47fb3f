import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { MenuPlace } from '#web/ui/placed-menu.tsx'

/** The open menu or dialog for a block on the day `date`. */
export type BlockTool = MenuPlace & {
  kind: 'menu' | 'move' | 'copy'
  date: string
  block: TimeBlock
  /** True in views of plans, where a move takes the plan along its class's lessons. */
  isPlan: boolean
}

/** True for a card in a view of plans, the month or a class, instead of one of times. */
export const isPlanCard = (card: Element): boolean => card.matches('.month-plan, .class-line')

/** Returns the card, the day (`yyyy-MM-dd`), and the block ID for an element, or undefined if the element is outside all cards. */
export const blockPlaceOf = (element: Element): { card: HTMLElement; date: string; blockId: string } | undefined => {
  const card = element.closest<HTMLElement>('.lesson, .lesson-row, .class-line, .month-plan')
  const blockId = (card?.querySelector<HTMLElement>('[data-block-id]') ?? card)?.dataset['blockId']
  const date = card?.closest<HTMLElement>('[data-date]')?.dataset['date']
  return card && date && blockId ? { card, date, blockId } : undefined
}
