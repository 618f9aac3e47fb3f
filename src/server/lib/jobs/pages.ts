/** Works through pages, each behind the last item of the one before: each item once, also one that stays as it was. */
export const forEachPage = async <Item>(
  pageBehind: (last?: Item) => Promise<Item[]>,
  work: (page: Item[]) => Promise<void>,
): Promise<void> => {
  for (let page = await pageBehind(); page.length > 0; page = await pageBehind(page.at(-1))) await work(page)
}
