import { Injectable } from '@nestjs/common';
import { parseMessage } from '#libs/mail/mime';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { invalidField, Problem } from '#libs/core/http';
import { Blobs } from '#libs/core/storage';
import { MessagesService } from '../messages/messages.service.js';
import type { DraftContent } from './draft.entity.js';

/** Mail programs cut longer lists (RFC 5322 has no limit). */
const REFERENCES_MAX = 50;

/** Message-ID that fits a header as it is. */
const MESSAGE_ID = /^[\x21-\x3b\x3d\x3f-\x7e]{1,400}$/;

const WITHOUT_FILES = { attachment: async () => undefined };

/** Finds how a draft refers to the message that it answers. */
@Injectable()
export class Answered {
  constructor(
    private readonly messages: MessagesService,
    private readonly blobs: Blobs,
  ) {}

  /** @throws Problem ValidationError for a message that the mailbox does not have */
  async of(mailbox: Mailbox, id: string | undefined): Promise<Pick<DraftContent, 'inReplyTo' | 'references'>> {
    if (id === undefined) return { inReplyTo: null, references: [] };
    const { messageId, blobHash } = await this.messages.get(mailbox, id).catch(asField);
    if (messageId === null || !MESSAGE_ID.test(messageId)) return { inReplyTo: null, references: [] };
    const { references } = await parseMessage(await this.blobs.read(mailbox.tenantId, blobHash), WITHOUT_FILES);
    const known = references.filter((one) => MESSAGE_ID.test(one) && one !== messageId);
    // Of long lists the first, where the thread began, and the last ones count.
    const kept = known.length < REFERENCES_MAX ? known : [known[0]!, ...known.slice(2 - REFERENCES_MAX)];
    return { inReplyTo: messageId, references: [...kept, messageId] };
  }
}

function asField(error: unknown): never {
  if (error instanceof Problem && error.code === 'NotFound')
    throw invalidField('ValidationError', 'in_reply_to', 'is not a message of the mailbox');
  throw error;
}
