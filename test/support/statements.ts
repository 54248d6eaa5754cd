import pg from 'pg';
import { vi } from 'vitest';

/** The statements of some work that match, in their order, whatever connection they take. */
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
