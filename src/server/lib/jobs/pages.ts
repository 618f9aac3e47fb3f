/**
 * Processes all items page by page. Each page starts after the last item of the previous page, so each item is processed only once, even if
 * processing doesn't change it.
 */
export const forEachPage = async <Item>(
  pageBehind: (last?: Item) => Promise<Item[]>,
  work: (page: Item[]) => Promise<void>,
): Promise<void> => {
  for (let page = await pageBehind(); page.length > 0; page = await pageBehind(page.at(-1))) await work(page)
}
