import pg from 'pg';
import { vi } from 'vitest';

/** The SQL statements of `work` that match, in order, on all connections. */
export async function statementsOf(work: () => Promise<unknown>, matching: RegExp): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const texts = query.mock.calls.map(([first]) =>
      typeof first === 'string' ? first : (first as { text: string }).text,
    );
    return texts.filter((text) => matching.test(text));
  } finally {
    query.mockRestore();
  }
}
