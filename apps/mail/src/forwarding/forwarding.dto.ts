import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { EmailAddress, Flag, ITEM, MayBeAbsent, TextList } from '#libs/core/http';
import type { ForwardingAddress } from './forwarding-address.entity.js';
import { MAX_DESTINATIONS } from './forwarding-values.js';
import type { ForwardingSettings } from './forwarding.service.js';

@GraphqlInput('MailboxForwardingInput')
export class SetForwardingRequest {
  @Flag({ description: 'Enabling needs a destination, in this request or from before.' })
  enabled: boolean;

  @MayBeAbsent()
  @TextList({
    max: MAX_DESTINATIONS,
    item: ITEM.email,
    example: ['ana@home.test'],
    description: 'All of them: who is not named is forwarded nothing any more. Absent: those that there are.',
  })
  destinations?: string[];

  @MayBeAbsent()
  @Flag({ description: 'False: what was forwarded goes to the trash. Absent: as it is, at first true.' })
  keep_copy?: boolean;
}

@GraphqlInput('AskMailboxForwardingInput')
export class AskForwardingRequest {
  @EmailAddress({ example: 'ana@home.test' })
  address: string;
}

@GraphqlObject('MailboxForwardingDestination', 'An address that mail is forwarded to.')
export class ForwardingDestinationObject {
  @ApiProperty({ example: 'ana@home.test' })
  address: string;

  @ApiProperty({ description: 'Until then nothing is forwarded to it.' })
  confirmed: boolean;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  confirmed_at: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it was last asked for its consent.' })
  asked_at: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Since when no message has reached it; null while they do.',
  })
  failing_since: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'What its mail server said last.' })
  last_failure: string | null;

  static of(row: ForwardingAddress): ForwardingDestinationObject {
    return {
      address: row.address,
      confirmed: row.confirmedAt !== null,
      confirmed_at: row.confirmedAt?.toISOString() ?? null,
      asked_at: row.askedAt.toISOString(),
      failing_since: row.failingSince?.toISOString() ?? null,
      last_failure: row.lastFailure,
    };
  }
}

@GraphqlObject('MailboxForwarding', 'Where a mailbox forwards its mail to.')
export class ForwardingObject {
  @ApiProperty()
  enabled: boolean;

  @ApiProperty({ description: 'Whether forwarded mail stays where it would be without.' })
  keep_copy: boolean;

  @ApiProperty({ type: [ForwardingDestinationObject] })
  destinations: ForwardingDestinationObject[];

  static of({ enabled, keepsCopy, destinations }: ForwardingSettings): ForwardingObject {
    return {
      enabled,
      keep_copy: keepsCopy,
      destinations: destinations.map((one) => ForwardingDestinationObject.of(one)),
    };
  }
}
