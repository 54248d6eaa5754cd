import { randomUUID } from 'node:crypto';
import type { PlatformStack } from './platform-stack.js';

/** Inserts an open suggestion to block a domain. Returns its id. */
export async function createSuggestion(stack: PlatformStack, domain: string): Promise<string> {
  const id = randomUUID();
  await stack.sql(
    `insert into block_suggestion (id, kind, value, signal, evidence)
     values ($1, 'domain', $2, 'complaint_rate', '{"Rate": 0.5}')`,
    [id, domain],
  );
  return id;
}
