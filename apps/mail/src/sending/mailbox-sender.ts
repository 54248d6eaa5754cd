import { Injectable } from '@nestjs/common';
import { invalidField, Problem } from '#libs/core/http';
import type { Idempotency } from '#libs/core/idempotency';
import { DraftSending } from '../drafts/draft-sending.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import type { SendOrDraftRequest } from './dto/send.requests.js';
import { toMessageDraft, toSendable, toSender } from './message-draft.js';
import { SendingMailboxes } from './sending-mailboxes.js';
import { SendingService, type SentMessage } from './sending.service.js';

/** Sends what a user of a mailbox has written: a whole message, or a draft. */
@Injectable()
export class MailboxSender {
  constructor(
    private readonly mailboxes: SendingMailboxes,
    private readonly sending: SendingService,
    private readonly drafts: DraftSending,
  ) {}

  /** @throws Problem as {@link SendingService.send}; NotFound for a draft that is not there, or sent already */
  async send(mailbox: Mailbox, request: SendOrDraftRequest, idempotency: Idempotency | null): Promise<SentMessage> {
    const { draft_id: draftId, from, ...message } = request;
    if (draftId !== undefined) {
      requireAlone({ from, ...message });
      return this.sendDraft(mailbox, draftId, idempotency);
    }
    const { to } = message;
    if (to === undefined) throw invalidField('ValidationError', 'to', 'is missing: give recipients, or draft_id');
    const sending = await this.mailboxes.sendingFrom(mailbox, from === undefined ? undefined : toSender(from));
    return this.sending.send(sending, toMessageDraft({ ...message, to }), idempotency);
  }

  private async sendDraft(mailbox: Mailbox, id: string, idempotency: Idempotency | null): Promise<SentMessage> {
    try {
      return (await this.findReplay(mailbox, idempotency)) ?? (await this.sendPresent(mailbox, id, idempotency));
    } catch (error) {
      // The first of two calls with one key may have sent it since the second looked.
      const earlier = isNotFound(error) ? await this.findReplay(mailbox, idempotency) : null;
      if (earlier) return earlier;
      throw error;
    }
  }

  private async sendPresent(mailbox: Mailbox, id: string, idempotency: Idempotency | null): Promise<SentMessage> {
    const { content, attachments, source } = await this.drafts.get(mailbox, id);
    const { from, text, html, ...typed } = content;
    const sender = from === null ? undefined : toSender(from);
    const written = { ...typed, text: text ?? undefined, html: html ?? undefined, attachments };
    if (content.to.length + content.cc.length + content.bcc.length === 0)
      throw invalidField('ValidationError', 'to', 'is missing: the draft has no recipients');
    const sending = await this.mailboxes.sendingFrom(mailbox, sender);
    return this.sending.send(sending, toSendable(written), idempotency, source);
  }

  private async findReplay({ tenantId }: Mailbox, idempotency: Idempotency | null): Promise<SentMessage | null> {
    return this.sending.findReplay(tenantId, idempotency);
  }
}

const isNotFound = (error: unknown): boolean => error instanceof Problem && error.code === 'NotFound';

/** @throws Problem ValidationError */
function requireAlone(others: object): void {
  const given = Object.entries(others).find(([, value]) => value !== undefined);
  if (given) throw invalidField('ValidationError', given[0], 'must be absent beside draft_id: the draft has it');
}
