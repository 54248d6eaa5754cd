import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { LabelledMessage } from '../messages.service.js';
import { MessageObject } from './message.object.js';

@GraphqlObject('MailThread', 'Messages that belong together.')
export class ThreadObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ description: 'That of its first message.' })
  subject: string;

  @ApiProperty({ type: [MessageObject], description: 'The oldest first; 500 at most.' })
  messages: MessageObject[];

  /** @param messages of one thread, one at least */
  static of(messages: readonly LabelledMessage[]): ThreadObject {
    const { threadId, subject } = messages[0]!.message;
    return { id: threadId, subject, messages: messages.map((message) => MessageObject.of(message)) };
  }
}
