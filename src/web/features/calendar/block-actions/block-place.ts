import type { TimeBlock } from '#shared/calendar/contract.ts'
import type { MenuPlace } from '#web/ui/placed-menu.tsx'

/** What is open for a block of the day `date`. */
export type BlockTool = MenuPlace & { kind: 'menu' | 'move' | 'copy'; date: string; block: TimeBlock }

/** Where on the page an element of a card belongs: the card, its day (`yyyy-MM-dd`) and its block; undefined outside of cards. */
export const blockPlaceOf = (element: Element): { card: HTMLElement; date: string; blockId: string } | undefined => {
  const card = element.closest<HTMLElement>('.lesson, .lesson-row')
  const blockId = (card?.querySelector<HTMLElement>('[data-block-id]') ?? card)?.dataset['blockId']
  const date = card?.closest<HTMLElement>('[data-date]')?.dataset['date']
  return card && date && blockId ? { card, date, blockId } : undefined
}
