import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { hasHeaderInjection } from '#libs/mail/email';
import { type IncomingFile, invalidField, isUuid, Problem, readUpload } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { type BlobInfo, Blobs } from '#libs/core/storage';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import type { MessageAttachment } from '../messages/message-attachment.entity.js';
import { MessageStore } from '../messages/store/message-store.js';
import { hasFiles } from '../messages/store/new-message.js';
import { draftText } from './draft-message.js';
import { DraftRepository, type WholeDraft } from './draft.repository.js';
import type { KnownDraft } from './drafts.service.js';

/** Limit for each attachment of a draft, and for all of them together: 25 MiB. */
export const MAX_ATTACHMENT_BYTES = 25 * 1024 * 1024;
const MAX_ATTACHMENTS = 20;

const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;
const CONTENT_ID = /^[\x21-\x3b\x3d\x3f-\x7e]{1,240}$/;

type StoredFile = Pick<MessageAttachment, 'fileName' | 'contentType' | 'contentId' | 'bytes' | 'blobHash'>;

/** The files of drafts. They are scanned when the message is sent. */
@Injectable()
export class DraftAttachmentsService {
  constructor(
    private readonly database: Database,
    private readonly blobs: Blobs,
    private readonly mailboxes: MailboxRepository,
    private readonly drafts: DraftRepository,
    private readonly messages: MessageStore,
  ) {}

  /**
   * Takes the file of a multipart request.
   * @throws Problem ValidationError, PayloadTooLarge, NotFound, Conflict if the mailbox or the draft has no room for it
   */
  async add({ mailbox, draft }: KnownDraft, request: IncomingMessage): Promise<MessageAttachment> {
    const { tenantId, id: mailboxId } = mailbox;
    const file = await this.receive(mailbox, request);
    return this.database.tenant(tenantId, async (tx) => {
      const locked = await this.mailboxes.lockForUpdate(tx, tenantId, mailboxId);
      const current = await this.drafts.find(tx, tenantId, mailboxId, draft.messageId);
      if (!locked || !current) throw new Problem('NotFound');
      requireRoom(current, file.bytes);
      const used = locked.usedBytes + (await this.drafts.fileBytes(tx, tenantId, mailboxId));
      if (used + file.bytes > locked.quotaBytes) throw new Problem('Conflict', { message: 'The mailbox is full' });
      const attachment: MessageAttachment = {
        ...file,
        tenantId,
        id: v7(),
        messageId: draft.messageId,
        position: Math.max(-1, ...current.attachments.map(({ position }) => position)) + 1,
        isInline: file.contentId !== null,
        scanVerdict: 'unscanned',
      };
      await this.drafts.insertAttachment(tx, attachment);
      await this.recount(tx, current, [...current.attachments, attachment]);
      return attachment;
    });
  }

  /** @throws Problem NotFound */
  async delete({ mailbox: { tenantId, id: mailboxId }, draft }: KnownDraft, id: string): Promise<void> {
    if (!isUuid(id)) throw new Problem('NotFound');
    await this.database.tenant(tenantId, async (tx) => {
      await this.mailboxes.lockForUpdate(tx, tenantId, mailboxId);
      const current = await this.drafts.find(tx, tenantId, mailboxId, draft.messageId);
      const attachment = current?.attachments.find((one) => one.id === id);
      if (!current || !attachment) throw new Problem('NotFound');
      await this.drafts.deleteAttachment(tx, attachment);
      await this.recount(
        tx,
        current,
        current.attachments.filter((one) => one !== attachment),
      );
    });
  }

  private async recount(
    tx: Parameters<MessageStore['rewrite']>[0],
    { message, draft }: WholeDraft,
    attachments: readonly MessageAttachment[],
  ): Promise<void> {
    const hasAttachments = hasFiles(attachments);
    await this.messages.rewrite(tx, message, { hasAttachments }, draftText(draft.content));
  }

  private async receive({ tenantId }: Mailbox, request: IncomingMessage): Promise<StoredFile> {
    const limits = { maxBytes: MAX_ATTACHMENT_BYTES, maxFiles: 1, maxFields: 1, maxFieldBytes: 240 };
    const { fields, files } = await readUpload(request, limits, async (file) => ({
      ...namesOf(file),
      stored: await this.blobs.write(tenantId, file.content, MAX_ATTACHMENT_BYTES),
    }));
    const file = files[0];
    if (!file) throw missing();
    return { ...withoutStored(file), contentId: contentIdOf(fields) };
  }
}

function namesOf({ field, fileName, contentType }: IncomingFile): Pick<StoredFile, 'fileName' | 'contentType'> {
  if (field !== 'arquivo') throw missing();
  if (fileName === '' || fileName.length > 255 || hasHeaderInjection(fileName))
    throw invalidField('ValidationError', 'arquivo', 'must have a name of 1 to 255 characters, without line breaks');
  return { fileName, contentType: MEDIA_TYPE.test(contentType) ? contentType : 'application/octet-stream' };
}

function withoutStored({
  stored,
  ...names
}: Pick<StoredFile, 'fileName' | 'contentType'> & { stored: BlobInfo }): Omit<StoredFile, 'contentId'> {
  return { ...names, blobHash: stored.hash, bytes: stored.bytes };
}

function contentIdOf(fields: ReadonlyMap<string, string>): string | null {
  for (const name of fields.keys())
    if (name !== 'content_id') throw invalidField('ValidationError', name, 'is not a field of this form');
  const contentId = fields.get('content_id');
  if (contentId === undefined) return null;
  if (!CONTENT_ID.test(contentId))
    throw invalidField(
      'ValidationError',
      'content_id',
      'must be of ASCII characters, without blanks and angle brackets',
    );
  return contentId;
}

/** @throws Problem PayloadTooLarge, Conflict */
function requireRoom({ attachments }: WholeDraft, bytes: number): void {
  if (attachments.length >= MAX_ATTACHMENTS)
    throw new Problem('Conflict', { message: `A message has at most ${MAX_ATTACHMENTS} attachments` });
  const whole = attachments.reduce((sum, one) => sum + one.bytes, bytes);
  if (whole > MAX_ATTACHMENT_BYTES)
    throw new Problem('PayloadTooLarge', {
      message: `All attachments of a message have at most ${MAX_ATTACHMENT_BYTES} bytes`,
    });
}

const missing = (): Problem => invalidField('ValidationError', 'arquivo', 'is missing: send the file as this field');
