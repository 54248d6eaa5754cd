import { ArgsType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf, pageQuery, QueryText } from '#libs/core/http';
import { parseE164, parseSender } from '#libs/messaging/sms';
import type { ReceivedText } from './received-text.entity.js';
import type { ReceivedTextFilter } from './received-text.repository.js';

const NUMBER_LENGTH = 40;

@ArgsType()
export class ReceivedTextFilters {
  @QueryText({ max: NUMBER_LENGTH, description: 'The whole number of the telephone, in E.164.' })
  sender?: string;

  @QueryText({ max: NUMBER_LENGTH, description: 'The whole number of the account that was texted.' })
  recipient?: string;
}

export class ListReceivedTextsQuery extends pageQuery(200, ReceivedTextFilters) {}

/** The filter of a query, whose numbers are written as they are stored. */
export const toFilter = ({ sender, recipient }: ReceivedTextFilters): ReceivedTextFilter => ({
  ...(sender !== undefined && { sender: parseE164(sender) ?? sender }),
  ...(recipient !== undefined && { recipient: parseSender(recipient)?.value ?? recipient }),
});

@GraphqlObject('ReceivedText', 'A text that a telephone sent to a number of the account.')
export class ReceivedTextView {
  @ApiProperty({ example: 'itx_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ enum: ['live', 'test'], description: '`test` for one that the sandbox played.' })
  Environment: string;

  @ApiProperty({ example: '+15005550100' })
  From: string;

  @ApiProperty({ example: '+5511912345678' })
  To: string;

  @ApiProperty({ example: 'Where is my order?' })
  Body: string;

  @ApiProperty({ type: String, enum: ['stop', 'start', 'help'], nullable: true, description: 'Null for other texts.' })
  Keyword: string | null;

  @ApiProperty({ format: 'date-time' })
  ReceivedAt: string;

  static of({ id, environment, sender, recipient, body, keyword, receivedAt }: ReceivedText): ReceivedTextView {
    return {
      Id: id,
      Environment: environment,
      From: sender,
      To: recipient,
      Body: body,
      Keyword: keyword,
      ReceivedAt: receivedAt.toISOString(),
    };
  }
}

export class ReceivedTextResponse {
  @ApiProperty({ type: ReceivedTextView })
  Text: ReceivedTextView;

  static of(text: ReceivedText): ReceivedTextResponse {
    return { Text: ReceivedTextView.of(text) };
  }
}

export class ReceivedTextPageResponse extends pageOf('Texts', ReceivedTextView) {}
