/** Where on the page an element of a card belongs: the card, its day (`yyyy-MM-dd`) and its block; undefined outside of cards. */
export const blockPlaceOf = (element: Element): { card: HTMLElement; date: string; blockId: string } | undefined => {
  const card = element.closest<HTMLElement>('.lesson, .lesson-row')
  const blockId = (card?.querySelector<HTMLElement>('[data-block-id]') ?? card)?.dataset['blockId']
  const date = card?.closest<HTMLElement>('[data-date]')?.dataset['date']
  return card && date && blockId ? { card, date, blockId } : undefined
}
