import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionArgs, connectionOf, IdArgument } from '#libs/core/graphql';
import { DomainMailboxQuery, MailboxQuery } from '../dto/mailbox.dto.js';
import { MailboxObject } from '../dto/mailbox.object.js';

const MAILBOXES_MAX = 200;

const mailboxes = connectionOf('Mailbox', MailboxObject, {
  max: MAILBOXES_MAX,
  position: ({ mailbox }) => [mailbox.id],
  filters: MailboxQuery,
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
export class DomainMailboxConnectionArgs extends connectionArgs({ max: MAILBOXES_MAX, filters: MailboxesOfDomain }) {}
