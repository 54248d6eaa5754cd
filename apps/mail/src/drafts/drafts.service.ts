import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type KeysetPage, type KeysetRequest } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { HtmlDisplay } from '../display/html-display.js';
import { domainOf } from '#libs/mail/email';
import { MailboxAccess } from '../mailboxes/mailbox-access.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { lockMailbox } from '../mailboxes/mailbox-lock.sql.js';
import { MessageStore } from '../messages/store/message-store.js';
import { storable } from '../messages/store/storable.js';
import { Answered } from './answered.js';
import { draftBytes, shownDraft, draftText } from './draft-message.js';
import { DraftObject } from './draft.dto.js';
import type { DraftContent } from './draft.entity.js';
import { DraftRepository, type WholeDraft } from './draft.repository.js';

const MAX_DRAFTS = 500;
const MAX_BYTES = 8 * 1024 * 1024;

/** A draft with its mailbox, which the principal may use. */
export interface KnownDraft extends WholeDraft {
  mailbox: Mailbox;
}

const EMPTY: DraftContent = {
  from: null,
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  text: null,
  html: null,
  inReplyTo: null,
  references: [],
};

/** Messages that are being written. Each is also a message in the folder drafts, so that lists and searches have it. */
@Injectable()
export class DraftsService {
  constructor(
    private readonly database: Database,
    private readonly access: MailboxAccess,
    private readonly drafts: DraftRepository,
    private readonly messages: MessageStore,
    private readonly blobs: Blobs,
    private readonly answered: Answered,
    private readonly display: HtmlDisplay,
  ) {}

  /** The one changed last first. */
  async listPage({ tenantId, id }: Mailbox, page: KeysetRequest): Promise<KeysetPage<Omit<WholeDraft, 'attachments'>>> {
    return this.database.tenant(tenantId, (tx) => this.drafts.listPage(tx, tenantId, id, page));
  }

  /** A draft that the principal may use. @throws Problem NotFound, InsufficientScope */
  async authorize(mailboxId: string, id: string, role: 'reader' | 'sender'): Promise<KnownDraft> {
    const mailbox = await this.access.authorize(mailboxId, role);
    return { ...(await this.get(mailbox, id)), mailbox };
  }

  /** @throws Problem NotFound */
  async get({ tenantId, id: mailboxId }: Mailbox, id: string): Promise<WholeDraft> {
    const find = (tx: EntityManager) => this.drafts.find(tx, tenantId, mailboxId, id);
    const found = isUuid(id) ? await this.database.tenant(tenantId, find) : null;
    if (!found) throw new Problem('NotFound');
    return found;
  }

  /** @throws Problem ValidationError for a message to answer that the mailbox does not have, Conflict at the limit */
  async create(mailbox: Mailbox, given: Partial<DraftContent>, answers: string | undefined): Promise<WholeDraft> {
    const { tenantId, id: mailboxId } = mailbox;
    const content = { ...EMPTY, ...this.safe(given), ...(await this.answered.of(mailbox, answers)) };
    const messageId = `${v7()}@${domainOf(mailbox.address)}`;
    const updatedAt = new Date();
    const stored = await this.store(mailbox, content, messageId, updatedAt);
    return this.database.tenant(tenantId, async (tx) => {
      await this.lock(tx, mailbox);
      if ((await this.drafts.count(tx, tenantId, mailboxId)) >= MAX_DRAFTS) throw tooMany();
      const message = await this.messages.insert(tx, tenantId, {
        ...shownDraft(mailbox, content, updatedAt),
        ...stored,
        mailboxId,
        messageId,
        folder: 'drafts',
        origin: 'draft',
        isRead: true,
        scanVerdict: 'unscanned',
        inReplyTo: content.inReplyTo,
        references: content.references,
        searchText: draftText(content),
      });
      const draft = { tenantId, mailboxId, messageId: message.id, version: 1, content, updatedAt };
      await this.drafts.insert(tx, draft);
      return { draft, message, attachments: [] };
    });
  }

  /** @throws Problem ValidationError for an empty change, Conflict with the newer state, NotFound */
  async update(
    { mailbox, draft: before, message }: KnownDraft,
    version: number,
    given: Partial<DraftContent>,
  ): Promise<WholeDraft> {
    const { tenantId, id: mailboxId } = mailbox;
    if (Object.keys(given).length === 0) throw new Problem('ValidationError', { message: 'Give what is to change' });
    const content = { ...before.content, ...this.safe(given) };
    const updatedAt = new Date();
    const stored = await this.store(mailbox, content, message.messageId!, updatedAt);
    return this.database.tenant(tenantId, async (tx) => {
      await this.lock(tx, mailbox);
      const current = await this.drafts.find(tx, tenantId, mailboxId, before.messageId);
      if (!current) throw new Problem('NotFound');
      // What was read above is of the version before it was locked.
      if (current.draft.version !== version || before.version !== version) throw newer(current);
      const values = { ...shownDraft(mailbox, content, updatedAt), ...stored };
      const changed = await this.messages.rewrite(tx, current.message, values, draftText(content));
      const draft = { ...current.draft, version: version + 1, content, updatedAt };
      await this.drafts.update(tx, draft, draft);
      return { ...current, draft, message: changed };
    });
  }

  async delete({ mailbox, draft }: KnownDraft): Promise<void> {
    const { tenantId, id } = mailbox;
    await this.database.tenant(tenantId, (tx) => this.messages.delete(tx, tenantId, id, draft.messageId));
  }

  /** Writers of one mailbox come one after the other. @throws Problem NotFound */
  private async lock(tx: EntityManager, { tenantId, id }: Mailbox): Promise<void> {
    if (!(await lockMailbox(tx, tenantId, id, 0))) throw new Problem('NotFound');
  }

  private safe(given: Partial<DraftContent>): Partial<DraftContent> {
    const content = storable(given);
    return content.html ? { ...content, html: this.display.sanitiseOwn(content.html) } : content;
  }

  private async store(
    mailbox: Mailbox,
    content: DraftContent,
    messageId: string,
    at: Date,
  ): Promise<{ blobHash: string; bytes: number }> {
    const raw = draftBytes(mailbox, content, messageId, at);
    const { hash, bytes } = await this.blobs.write(mailbox.tenantId, [raw], MAX_BYTES);
    return { blobHash: hash, bytes };
  }
}

const tooMany = (): Problem => new Problem('Conflict', { message: `A mailbox has at most ${MAX_DRAFTS} drafts` });

function newer(current: WholeDraft): Problem {
  const message = 'The draft was changed meanwhile: `draft` is its state. Change that version, or make a new draft.';
  return new Problem('Conflict', { message, extra: { draft: DraftObject.ofWhole(current) } });
}
