import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { buildUndeliveredReport, domainOf } from '#libs/mail/email';
import { Database } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { MailboxRepository } from '../../mailboxes/mailbox.repository.js';
import { MessageStore } from '../../messages/store/message-store.js';
import type { NewMessage } from '../../messages/store/new-message.js';
import type { OutgoingRecipient } from './outgoing.js';
import type { OutgoingMessage } from './outgoing-message.entity.js';

/** Bytes of the message that are read for its headers. */
const HEAD_BYTES = 64 * 1024;
const MAX_BYTES = 1024 * 1024;
const NO_RESPONSE = 'The mail server could not be reached';

const ABOUT = {
  message: 'Your message could not be delivered to:',
  forward: 'A message that this mailbox forwards could not be delivered to:',
};

/** Tells a mailbox that a message of its could not be delivered, by a message in its inbox. */
@Injectable()
export class UndeliveredReports {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly messages: MessageStore,
    private readonly blobs: Blobs,
  ) {}

  /**
   * Stores the report, and returns what puts it into the inbox. Undefined for what a mailbox neither wrote nor forwarded, and
   * if the mailbox is gone: a report about a report, or about an automatic answer, would begin a loop (RFC 3834, 2).
   */
  async prepare(
    { tenantId, mailboxId, kind, blobHash, sender }: OutgoingMessage,
    failed: readonly OutgoingRecipient[],
  ): Promise<((tx: EntityManager) => Promise<void>) | undefined> {
    if ((kind !== 'message' && kind !== 'forward') || mailboxId === null) return undefined;
    const mailbox = await this.database.tenant(tenantId, (tx) => this.mailboxes.find(tx, tenantId, mailboxId));
    if (!mailbox) return undefined;
    const domain = domainOf(mailbox.address);
    // A message that was sent has an address of the mailbox as its sender; a forwarded one has not.
    const to = kind === 'forward' ? mailbox.address : sender;
    const about = ABOUT[kind];
    const messageId = `${v7()}@${domain}`;
    const from = `MAILER-DAEMON@${domain}`;
    const report = buildUndeliveredReport({
      reporter: domain,
      from,
      to,
      about,
      messageId,
      date: new Date(),
      recipients: failed.map(({ address, response = NO_RESPONSE }) => ({ address, response })),
      headers: await this.headOf(tenantId, blobHash),
    });
    const { hash, bytes } = await this.blobs.write(tenantId, [report], MAX_BYTES);
    const message: NewMessage = {
      mailboxId,
      folder: 'inbox',
      origin: 'received',
      blobHash: hash,
      bytes,
      messageId,
      subject: 'Undelivered message',
      from: { name: 'Mail Delivery System', address: from },
      to: [{ name: '', address: to }],
      cc: [],
      snippet: `${about} ${failed.map(({ address }) => address).join(', ')}`.slice(0, 200),
      isRead: false,
      scanVerdict: 'unscanned',
      envelopeFrom: '',
      envelopeTo: to,
    };
    return async (tx) => void (await this.messages.insert(tx, tenantId, message));
  }

  private async headOf(tenantId: OutgoingMessage['tenantId'], blobHash: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of (await this.blobs.read(tenantId, blobHash)) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= HEAD_BYTES) break;
    }
    return Buffer.concat(chunks);
  }
}
