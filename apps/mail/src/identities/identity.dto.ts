import { ApiProperty, PartialType } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { EmailAddress, Flag, MayBeAbsent, MayBeNull, Text } from '#libs/core/http';
import { ONE_LINE } from '../one-line.js';
import { SIGNATURE_MAX } from '../signatures/signature.dto.js';
import type { IdentityValues } from './identity.repository.js';
import type { SenderIdentity } from './sender-identity.entity.js';

@GraphqlInput('CreateMailboxIdentityInput')
export class CreateIdentityRequest {
  @EmailAddress({ example: 'sales@shop.test', description: 'Of a verified domain of the account.' })
  address: string;

  @MayBeAbsent()
  @Text({
    max: 200,
    pattern: ONE_LINE,
    form: 'one line of text',
    example: 'Shop',
    description: 'Empty or absent, that of the mailbox.',
  })
  display_name?: string;

  @MayBeAbsent()
  @MayBeNull()
  @EmailAddress({ description: 'Where answers go, if not to the address.' })
  reply_to?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: SIGNATURE_MAX, description: 'Null or absent, that of the mailbox. Stored sanitised.' })
  signature_html?: string | null;

  @MayBeAbsent()
  @Flag({ description: 'Messages without a sender are sent as it. The one that was the default is it no longer.' })
  is_default?: boolean;
}

@GraphqlInput('UpdateMailboxIdentityInput', 'What is absent stays.')
export class UpdateIdentityRequest extends PartialType(CreateIdentityRequest, { skipNullProperties: false }) {}

@GraphqlObject('MailboxIdentity', 'An address that a mailbox sends as.')
export class IdentityObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ example: 'sales@shop.test' })
  address: string;

  @ApiProperty({ example: 'Shop', description: 'Empty for that of the mailbox.' })
  display_name: string;

  @ApiProperty({ type: String, nullable: true })
  reply_to: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Safe to show. Null for that of the mailbox.' })
  signature_html: string | null;

  @ApiProperty()
  is_default: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static of(identity: SenderIdentity): IdentityObject {
    return {
      id: identity.id,
      mailbox_id: identity.mailboxId,
      address: identity.address,
      display_name: identity.displayName,
      reply_to: identity.replyTo,
      signature_html: identity.signatureHtml,
      is_default: identity.isDefault,
      created_at: identity.createdAt.toISOString(),
      updated_at: identity.updatedAt.toISOString(),
    };
  }
}

export class IdentityListResponse {
  @ApiProperty({ type: [IdentityObject] })
  identities: IdentityObject[];
}

/** Converts the fields that a request has. */
export function toIdentityValues(request: UpdateIdentityRequest): Partial<IdentityValues> {
  const { address, display_name, reply_to, signature_html, is_default } = request;
  return {
    ...(address !== undefined && { address: address.toLowerCase() }),
    ...(display_name !== undefined && { displayName: display_name.trim() }),
    ...(reply_to !== undefined && { replyTo: reply_to }),
    ...(signature_html !== undefined && { signatureHtml: signature_html }),
    ...(is_default !== undefined && { isDefault: is_default }),
  };
}
