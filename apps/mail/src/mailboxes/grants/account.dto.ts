import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { Role } from '#libs/core/auth';
import { listOf } from '../../list-of.js';
import { GRANT_ROLES, type GrantRole } from '../mailbox-values.js';
import type { Account } from './accounts.service.js';

@GraphqlObject('MailAccountMailbox', 'A mailbox that a user may use.')
export class AccountMailboxObject {
  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ example: 'ana@shop.test' })
  address: string;

  @ApiProperty({ enum: GRANT_ROLES })
  role: GrantRole;
}

@GraphqlObject('MailAccount', 'A user of the account, with the mailboxes that they may use.')
export class AccountObject {
  @ApiProperty({ example: 'usr_0c7b3f19ad62e04f' })
  user_id: string;

  @ApiProperty({ example: 'ana@example.com', description: 'With which the user logs in.' })
  email: string;

  @ApiProperty({ example: 'Ana Lima' })
  name: string;

  @ApiProperty({ enum: ['owner', 'admin', 'member'], description: 'The role in the tenant.' })
  role: Role;

  @ApiProperty({ format: 'date-time' })
  joined_at: string;

  @ApiProperty({ type: [AccountMailboxObject], description: 'Of this organisation, by address, at most 100.' })
  mailboxes: AccountMailboxObject[];

  static of({ member, mailboxes }: Account): AccountObject {
    return {
      user_id: member.id,
      email: member.email,
      name: member.name,
      role: member.role,
      joined_at: member.joinedAt,
      mailboxes: mailboxes.map(({ mailboxId, address, role }) => ({ mailbox_id: mailboxId, address, role })),
    };
  }
}

const accounts = listOf('accounts', AccountObject, { max: 200 });

export class ListAccountsQuery extends accounts.Query {}

export class AccountPage extends accounts.Page {}
