import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Operation } from '#libs/core/http';
import { KnownMailbox } from '../../mailboxes/known-mailbox.js';
import { Mailbox } from '../../mailboxes/mailbox.entity.js';
import {
  ApplyLabelRequest,
  ChangeLabelsRequest,
  LabelsChangedResponse,
  toLabelChoice,
} from '../../labels/label.dto.js';
import { MessageLabelsService } from './message-labels.service.js';

@ApiTags('Labels')
@Session()
@Controller('mailboxes/:id')
export class MessageLabelsController {
  constructor(private readonly labels: MessageLabelsService) {}

  @Post('messages/labels')
  @HttpCode(200)
  @Operation({
    summary: 'Change the labels of many messages',
    description: 'Up to 500 messages by 20 labels on each side. Counts what changed. 404 for an unknown label.',
    success: { status: 200, type: LabelsChangedResponse },
  })
  async changeMany(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Body() request: ChangeLabelsRequest,
  ): Promise<LabelsChangedResponse> {
    const choice = toLabelChoice(request);
    return LabelsChangedResponse.of(await this.labels.changeMany(mailbox, request.message_ids, choice));
  }

  @Post('messages/:msgId/labels')
  @HttpCode(200)
  @Operation({
    summary: 'Give a message a label',
    description: 'One that it has already stays.',
    success: { status: 200, type: LabelsChangedResponse },
  })
  async apply(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Param('msgId') messageId: string,
    @Body() { label_id }: ApplyLabelRequest,
  ): Promise<LabelsChangedResponse> {
    return LabelsChangedResponse.of(await this.labels.change(mailbox, messageId, { apply: [label_id] }));
  }

  @Delete('messages/:msgId/labels/:labelId')
  @Operation({
    summary: 'Take a label from a message',
    description: 'One that it does not have is not an error.',
    success: { status: 204 },
  })
  async remove(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Param('msgId') messageId: string,
    @Param('labelId') labelId: string,
  ): Promise<void> {
    await this.labels.change(mailbox, messageId, { remove: [labelId] });
  }

  @Post('threads/:threadId/labels')
  @HttpCode(200)
  @Operation({
    summary: 'Give all messages of a thread a label',
    description: 'Counts the messages that did not have it.',
    success: { status: 200, type: LabelsChangedResponse },
  })
  async applyToThread(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Param('threadId') threadId: string,
    @Body() { label_id }: ApplyLabelRequest,
  ): Promise<LabelsChangedResponse> {
    return LabelsChangedResponse.of(await this.labels.changeThread(mailbox, threadId, { apply: [label_id] }));
  }
}
