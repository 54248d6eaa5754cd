import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byText, connectionArgs, connectionOf, IdArgument, ListOrders } from '#libs/core/graphql';
import { DomainMailboxQuery, MailboxQuery } from '../dto/mailbox.dto.js';
import { MailboxObject } from '../dto/mailbox.object.js';
import type { MailboxView } from '../mailbox-views.js';

const MAILBOXES_MAX = 200;

/** A plan limits the mailboxes of an account, to thousands. */
const ORDERS = new ListOrders('MailboxSort', { ...BY_TIME, ...byText('address') });

const mailboxes = connectionOf('Mailbox', MailboxObject, {
  max: MAILBOXES_MAX,
  position: ({ mailbox }) => [mailbox.id],
  filters: MailboxQuery,
  orders: ORDERS,
  row: ({ mailbox }: MailboxView) => mailbox,
  counted: true,
});

@ArgsType()
export class MailboxConnectionArgs extends mailboxes.Args {}

@ObjectType()
export class MailboxConnection extends mailboxes.Connection {}

@ArgsType()
export class MailboxesOfDomain extends DomainMailboxQuery {
  @IdArgument()
  domain_id: string;
}

@ArgsType()
export class DomainMailboxConnectionArgs extends connectionArgs({
  max: MAILBOXES_MAX,
  filters: MailboxesOfDomain,
  orders: ORDERS,
}) {}
