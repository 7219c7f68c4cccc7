/**
 * Works on what is claimed, several at a time, until nothing is left. Each claim returns a few; with several workers, each
 * item is claimed by one.
 * @param work must not throw
 */
export async function workThrough<Item>(
  claim: () => Promise<readonly Item[]>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const workOn = async (): Promise<void> => {
    for (;;) {
      const claimed = await claim();
      if (claimed.length === 0) return;
      for (const item of claimed) await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
}
