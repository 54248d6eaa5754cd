interface Answer {
  app: string;
  /** Number of rows by table. */
  rows: unknown;
}

export interface Removed {
  app: string;
  table: string;
  count: number;
}

/** The rows that the apps removed, by app and table, most of them first within an app. Tables that had none are left out. */
export const removedIn = (answers: readonly Answer[]): Removed[] =>
  answers.flatMap(({ app, rows }) =>
    Object.entries((rows ?? {}) as Record<string, unknown>)
      .map(([table, count]) => ({ app, table, count: Number(count) }))
      .filter(({ count }) => count > 0)
      .toSorted((one, other) => other.count - one.count),
  );

/** The state of a deletion, as badges name states: until it is due an owner can take it back. */
export function stateOf({ startedAt, finishedAt }: { startedAt: string | null; finishedAt: string | null }): string {
  if (finishedAt) return 'completed';
  return startedAt ? 'running' : 'scheduled';
}
