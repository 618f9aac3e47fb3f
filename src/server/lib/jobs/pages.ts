/**
 * Processes all items page by page. Each page starts after the previous page's last item, so even unchanged items are processed only once.
 */
export const forEachPage = async <Item>(
  pageBehind: (last?: Item) => Promise<Item[]>,
  work: (page: Item[]) => Promise<void>,
): Promise<void> => {
  for (let page = await pageBehind(); page.length > 0; page = await pageBehind(page.at(-1))) await work(page)
}
