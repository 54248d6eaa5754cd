import { ArgsType, ObjectType } from '@nestjs/graphql';
import { byTime, connectionOf, IdArgument, ListOrders } from '#libs/core/graphql';
import { MessageObject } from '../dto/message.object.js';
import type { LabelledMessage } from '../messages.service.js';
import { DownloadAttachmentQuery, MessageListFilters, ReadMessageQuery } from '../dto/messages.query.js';

@ArgsType()
export class MessagesOfMailbox extends MessageListFilters {
  @IdArgument()
  mailbox_id: string;
}

const messages = connectionOf('MailMessage', MessageObject, {
  max: 200,
  position: ({ message }) => [message.sortedAt, message.id],
  filters: MessagesOfMailbox,
  // The indexes of a mailbox and of a folder, read from either end.
  orders: new ListOrders('MailMessageSort', byTime({ key: 'sortedAt', type: 'time' }, 'id')),
  row: ({ message }: LabelledMessage) => message,
  counted: true,
});

@ArgsType()
export class MessageConnectionArgs extends messages.Args {}

@ObjectType('MailMessageConnection')
export class MessageConnection extends messages.Connection {}

@ArgsType()
export class MessageArgs extends ReadMessageQuery {
  @IdArgument()
  mailbox_id: string;

  @IdArgument()
  id: string;
}

@ArgsType()
export class AttachmentArgs extends DownloadAttachmentQuery {
  @IdArgument()
  mailbox_id: string;

  @IdArgument()
  message_id: string;

  @IdArgument()
  id: string;
}
