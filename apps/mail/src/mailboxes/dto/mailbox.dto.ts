import { ArgsType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput } from '#libs/core/graphql';
import { MayBeAbsent, OneOf, QueryEnum, Text } from '#libs/core/http';
import { listOf } from '../../list-of.js';
import { ONE_LINE, ONE_LINE_OF_TEXT } from '../../one-line.js';
import { LOCAL_PART, LOCAL_PART_MAX } from '../local-part.js';
import type { MailboxKind } from '../mailbox-values.js';
import { MailboxObject, WIRE_KINDS } from './mailbox.object.js';

const DISPLAY_NAME = { max: 100, pattern: ONE_LINE, form: 'one line without control characters' };

@GraphqlInput('CreateMailboxInput')
export class CreateMailboxRequest {
  @Text({
    min: 1,
    max: LOCAL_PART_MAX,
    pattern: LOCAL_PART,
    form: 'letters, digits and the characters that RFC 5321 allows, with single dots between them',
    example: 'ana',
    description: 'What stands before the @; kept in lower case.',
  })
  local_part: string;

  @MayBeAbsent()
  @Text({ ...DISPLAY_NAME, example: 'Ana Lima', description: 'The local part if absent.' })
  display_name?: string;
}

@GraphqlInput('UpdateMailboxInput')
export class UpdateMailboxRequest {
  @Text({ ...DISPLAY_NAME, pattern: ONE_LINE_OF_TEXT, min: 1, example: 'Ana Lima' })
  display_name: string;
}

@GraphqlInput('MailboxKindInput')
export class SetMailboxKindRequest {
  @OneOf(WIRE_KINDS)
  tipo: MailboxKind;
}

/** Absent, it is off; any other value is an error. */
const ON = ['1', 'true', 'sim'];

@ArgsType()
export class MailboxQuery {
  @QueryEnum(ON, { description: 'Removed mailboxes, which can be restored, in place of the others.' })
  removed?: string;

  @QueryEnum(ON, { description: 'Only mailboxes of which the user has a grant; for admins, who see all.' })
  granted?: string;
}

@ArgsType()
export class DomainMailboxQuery {
  @QueryEnum(ON, { description: 'Removed mailboxes, which can be restored, in place of the others.' })
  removed?: string;
}

const mailboxes = listOf('mailboxes', MailboxObject, { max: 200, filters: MailboxQuery });

export class ListMailboxesQuery extends mailboxes.Query {}

export class MailboxPage extends mailboxes.Page {}

const ofDomain = listOf('mailboxes', MailboxObject, { max: 200, filters: DomainMailboxQuery });

export class ListDomainMailboxesQuery extends ofDomain.Query {}

export class RemovedResponse {
  @ApiProperty({ enum: [true] })
  removed: boolean;

  @ApiProperty({ example: 'ana@shop.test' })
  address: string;
}

export class RestoredResponse {
  @ApiProperty({ enum: [true] })
  restored: boolean;

  @ApiProperty({ type: MailboxObject })
  mailbox: MailboxObject;
}
