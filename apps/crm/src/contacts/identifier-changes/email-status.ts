import type { SqlExecutor } from '#libs/core/persistence';
import type { Contact } from '../contact.entity.js';
import { detachEmailChecks } from './email-status.sql.js';

/**
 * Returns the columns of a contact that follow from a change of its e-mail addresses: a judgement belongs to the address, so
 * that another primary one has none, and what is found out later about the one before says nothing of it.
 * @param before the e-mail addresses before the change, the primary one first
 */
export async function emailStatusAfter(
  tx: SqlExecutor,
  { tenantId, id }: Contact,
  before: readonly string[],
  after: readonly string[],
): Promise<Pick<Partial<Contact>, 'emailStatus'>> {
  if (before[0] === after[0]) return {};
  await detachEmailChecks(tx, tenantId, id);
  return { emailStatus: null };
}
