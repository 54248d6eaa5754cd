import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { GRANT_ROLES, type GrantRole, type MailboxKind, type MailboxOrigin } from '../mailbox-values.js';
import type { MailboxView } from '../mailbox-views.js';

export const WIRE_KINDS: readonly MailboxKind[] = ['personal', 'collective'];
const ORIGINS: readonly MailboxOrigin[] = ['manual', 'legacy', 'automatic', 'account'];

@GraphqlObject('Mailbox', 'An address with its mail.')
export class MailboxObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  domain_id: string;

  @ApiProperty({ example: 'ana@shop.test' })
  address: string;

  @ApiProperty({ example: 'ana' })
  local_part: string;

  @ApiProperty({ example: 'Ana Lima' })
  display_name: string;

  @ApiProperty({ enum: WIRE_KINDS })
  tipo: MailboxKind;

  @ApiProperty({
    enum: ORIGINS,
    description:
      'Made by hand, brought over, made by mail that came in, or made with a user account. It never changes.',
  })
  origin: MailboxOrigin;

  @ApiProperty({
    type: String,
    enum: GRANT_ROLES,
    nullable: true,
    description: 'The role of the user who asks; null without a grant, and for a key.',
  })
  role: GrantRole | null;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Bytes of mail that it may hold.' })
  quota_bytes: number;

  @ApiProperty({ type: 'integer', format: 'int64', description: 'Bytes of mail that it holds.' })
  used_bytes: number;

  @ApiProperty({ type: 'integer', description: 'Messages in all of its folders.' })
  messages: number;

  @ApiProperty({ type: 'integer', description: 'Unread messages in its inbox.' })
  unread: number;

  @ApiProperty({ description: 'Whether it has a picture, which `/avatar` serves.' })
  has_avatar: boolean;

  @ApiProperty({ description: 'Whether a subscription of it is active.' })
  subscribed: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Only of a removed mailbox.' })
  removed_at: string | null;

  static of({ mailbox, role, messages, unread, isSubscribed }: MailboxView): MailboxObject {
    return {
      id: mailbox.id,
      domain_id: mailbox.domainId,
      address: mailbox.address,
      local_part: mailbox.localPart,
      display_name: mailbox.displayName,
      tipo: mailbox.kind,
      origin: mailbox.origin,
      role,
      quota_bytes: mailbox.quotaBytes,
      used_bytes: mailbox.usedBytes,
      messages,
      unread,
      has_avatar: mailbox.avatarHash !== null,
      subscribed: isSubscribed,
      created_at: mailbox.createdAt.toISOString(),
      removed_at: mailbox.removedAt?.toISOString() ?? null,
    };
  }
}
