import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Session } from '#libs/core/auth';
import { Created, Operation } from '#libs/core/http';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import {
  CountedLabelObject,
  CreateLabelRequest,
  LabelListResponse,
  LabelObject,
  LabelSummaryResponse,
  toLabelChanges,
  toNewLabel,
  UpdateLabelRequest,
} from './label.dto.js';
import { LabelsService } from './labels.service.js';

@ApiTags('Labels')
@Session()
@Controller('mailboxes/:id/labels')
export class LabelsController {
  constructor(private readonly labels: LabelsService) {}

  @Get()
  @Operation({
    summary: 'List the labels of a mailbox',
    description: 'Those of the system first, then by name; 200 at most.',
    success: { status: 200, type: LabelListResponse },
  })
  async list(@KnownMailbox('reader') mailbox: Mailbox): Promise<LabelListResponse> {
    return { labels: (await this.labels.list(mailbox)).map((label) => LabelObject.of(label)) };
  }

  @Get('resumo')
  @Operation({
    summary: 'Count the messages of each label',
    description: 'Messages in spam, trash and quarantine do not count.',
    success: { status: 200, type: LabelSummaryResponse },
  })
  async summary(@KnownMailbox('reader') mailbox: Mailbox): Promise<LabelSummaryResponse> {
    return { labels: (await this.labels.list(mailbox)).map((label) => CountedLabelObject.ofCounted(label)) };
  }

  @Post()
  @Created({
    summary: 'Make a label',
    description: '409 if the mailbox has one of this name, whatever the case, or has 200.',
    type: LabelObject,
    location: ({ mailbox_id, id }) => `/mailboxes/${mailbox_id}/labels/${id}`,
    errors: [409],
  })
  async create(@KnownMailbox('sender') mailbox: Mailbox, @Body() request: CreateLabelRequest): Promise<LabelObject> {
    return LabelObject.of(await this.labels.create(mailbox, toNewLabel(request)));
  }

  @Patch(':labelId')
  @Operation({
    summary: 'Rename a label, or change its colour',
    description: 'Of a label of the system only the colour changes: another name is 409, as is one that is taken.',
    success: { status: 200, type: LabelObject },
    errors: [409],
  })
  async update(
    @KnownMailbox('sender') mailbox: Mailbox,
    @Param('labelId') labelId: string,
    @Body() request: UpdateLabelRequest,
  ): Promise<LabelObject> {
    return LabelObject.of(await this.labels.update(mailbox, labelId, toLabelChanges(request)));
  }

  @Delete(':labelId')
  @Operation({
    summary: 'Delete a label',
    description: 'Its messages stay. 409 for a label of the system.',
    success: { status: 204 },
    errors: [409],
  })
  async delete(@KnownMailbox('sender') mailbox: Mailbox, @Param('labelId') labelId: string): Promise<void> {
    await this.labels.delete(mailbox, labelId);
  }
}
