import { Problem } from '#libs/core/http';
import type { MailboxObject } from '../dto/mailbox.object.js';

/**
 * The id of a mailbox in an answer, whose mail the user may read: with a grant of any role, as `MailboxAccess` has it.
 * @throws Problem NotFound for a removed mailbox, InsufficientScope
 */
export function readableMailbox({ id, role, removed_at }: MailboxObject): string {
  if (removed_at !== null) throw new Problem('NotFound');
  if (role === null) throw new Problem('InsufficientScope', { message: 'This needs the role reader in the mailbox' });
  return id;
}
