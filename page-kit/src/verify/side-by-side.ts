/** Tabs that are open at once: a page waits more than it works, and a pipeline's machine has two processors or four. */
const AT_ONCE = 3;

/** Does a task for each item, a few at a time. Gives the results in the order of the items. */
export async function sideBySide<Item, Result>(items: readonly Item[], task: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const work = async () => {
    for (const [index, item] of left) results[index] = await task(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
