import { Body, Controller, Delete, Get, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Session } from '#libs/core/auth';
import { Created, knownBy, Operation } from '#libs/core/http';
import { SealedCursors } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { KnownMailbox } from '../mailboxes/known-mailbox.js';
import { Mailbox } from '../mailboxes/mailbox.entity.js';
import { AttachmentObject } from '../messages/dto/message.object.js';
import { DraftAttachmentsService } from './draft-attachments.service.js';
import {
  CreateDraftRequest,
  DraftAttachmentObject,
  DraftObject,
  DraftPage,
  ListDraftsQuery,
  toDraftChanges,
  UpdateDraftRequest,
} from './draft.dto.js';
import { DraftsService, type KnownDraft } from './drafts.service.js';

const KnownTo = (role: 'reader' | 'sender') =>
  knownBy(DraftsService, (drafts, { id = '', draftId = '' }) => drafts.authorize(id, draftId, role));

const KnownToReader = KnownTo('reader');
const KnownToSender = KnownTo('sender');

const FILE_FORM = {
  schema: {
    type: 'object',
    required: ['arquivo'],
    properties: {
      arquivo: { type: 'string', format: 'binary' },
      content_id: { type: 'string', description: 'For an image that the HTML shows as cid:<content_id>.' },
    },
  },
};

@ApiTags('Composing')
@Session()
@Controller('mailboxes/:id/drafts')
export class DraftsController {
  private readonly cursors: SealedCursors;

  constructor(
    private readonly drafts: DraftsService,
    private readonly attachments: DraftAttachmentsService,
    secrets: SecretBox,
  ) {
    this.cursors = new SealedCursors(secrets, 'mail.drafts');
  }

  @Get()
  @Operation({
    summary: 'List the drafts of a mailbox, the one changed last first',
    description: 'Without their texts. An old or invalid cursor returns the first page.',
    success: { status: 200, type: DraftPage },
  })
  async list(@KnownMailbox('reader') mailbox: Mailbox, @Query() query: ListDraftsQuery): Promise<DraftPage> {
    return DraftPage.read(query, this.cursors, (page) => this.drafts.listPage(mailbox, page));
  }

  @Post()
  @Created({
    summary: 'Begin a draft',
    description:
      'Nothing is required: recipients are checked when it is sent, by POST /mailboxes/{id}/send with its id. It is a message ' +
      'in the folder drafts, too. 409 at 500 drafts.',
    type: DraftObject,
    location: ({ mailbox_id, id }) => `/mailboxes/${mailbox_id}/drafts/${id}`,
    errors: [409],
  })
  async create(@KnownMailbox('sender') mailbox: Mailbox, @Body() body: CreateDraftRequest): Promise<DraftObject> {
    return DraftObject.ofWhole(await this.drafts.create(mailbox, toDraftChanges(body), body.in_reply_to));
  }

  @Get(':draftId')
  @Operation({
    summary: 'Read a draft',
    description: 'Its attachments are downloaded as those of the message of the same id.',
    success: { status: 200, type: DraftObject },
  })
  get(@KnownToReader() draft: KnownDraft): DraftObject {
    return DraftObject.ofWhole(draft);
  }

  @Patch(':draftId')
  @Operation({
    summary: 'Change a draft',
    description:
      'What is not given stays. `version` is the one that was read: if another tab or user has changed the draft since, 409 ' +
      'with the newer state as `draft`.',
    success: { status: 200, type: DraftObject },
    errors: [409],
  })
  async update(@KnownToSender() draft: KnownDraft, @Body() body: UpdateDraftRequest): Promise<DraftObject> {
    return DraftObject.ofWhole(await this.drafts.update(draft, body.version, toDraftChanges(body)));
  }

  @Delete(':draftId')
  @Operation({
    summary: 'Delete a draft',
    description: 'For good, with its attachments.',
    success: { status: 204 },
  })
  async delete(@KnownToSender() draft: KnownDraft): Promise<void> {
    await this.drafts.delete(draft);
  }

  @Post(':draftId/attachments')
  @ApiConsumes('multipart/form-data')
  @ApiBody(FILE_FORM)
  @Created({
    summary: 'Attach a file to a draft',
    description:
      'One file of at most 25 MiB, which all files of a draft have together at most. 409 at 20 files, and if the mailbox is ' +
      'full. It is scanned when the message is sent.',
    type: DraftAttachmentObject,
    location: ({ mailbox_id, draft_id, id }) => `/mailboxes/${mailbox_id}/messages/${draft_id}/attachments/${id}`,
    errors: [409, 413],
  })
  async attach(@KnownToSender() draft: KnownDraft, @Req() request: Request): Promise<DraftAttachmentObject> {
    const attachment = await this.attachments.add(draft, request);
    return { ...AttachmentObject.of(attachment), draft_id: attachment.messageId, mailbox_id: draft.mailbox.id };
  }

  @Delete(':draftId/attachments/:attId')
  @Operation({
    summary: 'Remove a file from a draft',
    description: 'HTML that shows it is not changed.',
    success: { status: 204 },
  })
  async detach(@KnownToSender() draft: KnownDraft, @Param('attId') id: string): Promise<void> {
    await this.attachments.delete(draft, id);
  }
}
