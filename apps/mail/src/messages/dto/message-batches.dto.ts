import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { ITEM, TextList } from '#libs/core/http';
import type { BatchOutcome } from '../changes/message-batches.service.js';
import { UpdateMessageRequest } from './message-changes.requests.js';

const MESSAGES_MAX = 500;
const MESSAGES = { min: 1, max: MESSAGES_MAX, item: ITEM.uuid, description: 'Those of other mailboxes are ignored.' };
const IGNORED = 'The ids that the mailbox does not have, and of messages that the change is not allowed for.';

@GraphqlInput('UpdateMailMessagesInput', 'What is absent stays.')
export class UpdateMessagesRequest extends UpdateMessageRequest {
  @TextList(MESSAGES)
  message_ids: string[];
}

@GraphqlInput('DeleteMailMessagesInput')
export class DeleteMessagesRequest {
  @TextList(MESSAGES)
  message_ids: string[];
}

@GraphqlObject('MailMessagesChanged', 'What a change of many messages did.')
export class MessagesChangedResponse {
  @ApiProperty({ type: 'integer', description: 'Messages that are now as asked.' })
  alteradas: number;

  @ApiProperty({ type: [String], description: IGNORED })
  ignoradas: string[];

  static of({ done, ignored }: BatchOutcome): MessagesChangedResponse {
    return { alteradas: done, ignoradas: ignored };
  }
}

@GraphqlObject('MailMessagesDeleted', 'What deleting many messages did.')
export class MessagesDeletedResponse {
  @ApiProperty({ type: 'integer', description: 'Messages that are gone.' })
  apagadas: number;

  @ApiProperty({ type: [String], description: IGNORED })
  ignoradas: string[];

  static of({ done, ignored }: BatchOutcome): MessagesDeletedResponse {
    return { apagadas: done, ignoradas: ignored };
  }
}

@GraphqlObject('MailFolderEmptied', 'What emptying a folder did.')
export class FolderEmptiedResponse {
  @ApiProperty({ type: 'integer', description: 'Messages that are gone.' })
  apagadas: number;

  @ApiProperty({ type: 'integer', description: 'Messages that are left; call again until it is 0.' })
  restantes: number;
}
