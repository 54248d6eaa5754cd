/** Runs `work` for each item, so many at a time; a lane takes the next item as soon as it is done with one. */
export async function inLanes<T>(lanes: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const lane = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/**
 * Runs `work` for each item in lanes, to the end even if it fails for some.
 * @throws Error with every failure
 */
export async function tryInLanes<T>(
  lanes: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  await inLanes(lanes, items, async (item) => {
    await work(item).catch((error: unknown) => failures.push(error instanceof Error ? error.message : String(error)));
  });
  if (failures.length > 0) throw new Error(`${failures.length} of ${items.length} failed:\n${failures.join('\n')}`);
}
