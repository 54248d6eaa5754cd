import { knownBy, type KnownDecorator } from '#libs/core/http';
import { MailboxAccess, type NeededRole } from './mailbox-access.js';

const known = (role: NeededRole) => knownBy(MailboxAccess, (access, { id = '' }) => access.authorize(id, role));

const BY_ROLE: Record<NeededRole, () => KnownDecorator> = {
  owner: known('owner'),
  manager: known('manager'),
  sender: known('sender'),
  reader: known('reader'),
  visible: known('visible'),
};

/**
 * The mailbox that the path names as `:id`, for a handler or its parameter. 404 if the principal may not know of it, 403 if
 * its role is too low, before query and body are validated. The module imports `MailboxAccessModule`.
 */
export const KnownMailbox = (role: NeededRole): KnownDecorator => BY_ROLE[role]();
