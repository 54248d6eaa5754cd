import { ArgsType } from '@nestjs/graphql';
import { IdArgument, knownArgument } from '#libs/core/graphql';
import { MailboxAccess, type NeededRole } from '../mailbox-access.js';

const known = (role: NeededRole, name: string) =>
  knownArgument(name, MailboxAccess, (access, id) => access.authorize(id, role));

const BY_ROLE: Record<NeededRole, () => ParameterDecorator> = {
  owner: known('owner', 'mailbox_id'),
  manager: known('manager', 'mailbox_id'),
  sender: known('sender', 'mailbox_id'),
  reader: known('reader', 'mailbox_id'),
  visible: known('visible', 'mailbox_id'),
};

/**
 * The mailbox that the argument `mailbox_id` names: NotFound if the user may not know of it, InsufficientScope if their role
 * is too low. The module imports `MailboxAccessModule`.
 */
export const MailboxArgument = (role: NeededRole): ParameterDecorator => BY_ROLE[role]();

/** The arguments of a list without filters. */
@ArgsType()
export class OfMailbox {
  @IdArgument()
  mailbox_id: string;
}
