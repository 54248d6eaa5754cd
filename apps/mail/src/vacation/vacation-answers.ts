import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox, QueueHolds } from '#libs/core/jobs';
import { MailConfig } from '../config.js';
import { SenderIdentity } from '../identities/sender-identity.entity.js';
import type { Incoming } from '../receiving/delivery/delivery-rules.js';
import { isTestAddress } from '../sending/message-draft.js';
import { answerTo } from './answerable.js';
import { ANSWER_JOB, type AnswerMessage } from './vacation-values.js';
import { VacationRepository } from './vacation.repository.js';

const REFERENCES_MAX = 20;
const MESSAGE_ID = /^[\x21-\x3b\x3d\x3f-\x7e]{1,250}$/;

/** Answers received messages. */
@Injectable()
export class VacationAnswers {
  constructor(
    private readonly config: MailConfig,
    private readonly repository: VacationRepository,
    private readonly outbox: Outbox,
    private readonly holds: QueueHolds,
  ) {}

  /**
   * Answers a message, if it may be answered and its sender was not answered before. In the transaction that stores the
   * message, so that there is one answer.
   */
  async answer(tx: EntityManager, incoming: Incoming, intervalDays: number): Promise<void> {
    const to = answerTo(incoming, await this.ownAddresses(tx, incoming));
    if (to === null || (!this.config.isProduction && !isTestAddress(to))) return;
    const { tenantId, id: mailboxId } = incoming.mailbox;
    if (!(await this.repository.insertReply(tx, tenantId, mailboxId, to, intervalDays))) return;
    // Delivered again after a restore; the sender may have had the answer, which the backup does not know.
    if (await this.holds.isLeftOut(incoming.inbound.receivedAt)) return;
    const { subject, ...thread } = threadOf(incoming);
    // Somebody else's words would go out under our name: only those of an author who is known.
    const isKnown = incoming.sender.verdicts.dmarc === 'pass';
    const payload: AnswerMessage = { mailboxId, to, ...thread, subject: isKnown ? subject : null };
    await this.outbox.enqueue(tx, ANSWER_JOB, [{ tenantId, payload }]);
  }

  /** The address of the mailbox, and those that it sends as. */
  private async ownAddresses(tx: EntityManager, { mailbox }: Incoming): Promise<ReadonlySet<string>> {
    const { tenantId, id: mailboxId, address } = mailbox;
    const identities = await tx.find(SenderIdentity, { select: { address: true }, where: { tenantId, mailboxId } });
    return new Set([address, ...identities.map((identity) => identity.address)]);
  }
}

/** RFC 5322, 3.6.4: the references of the message, or what it answers, and the message itself. */
function threadOf({ content }: Incoming): Pick<AnswerMessage, 'subject' | 'messageId' | 'references'> {
  const { subject, messageId, references, inReplyTo } = content;
  const before = references.length > 0 ? references : inReplyTo ? [inReplyTo] : [];
  const isId = (id: string | null): id is string => id !== null && MESSAGE_ID.test(id);
  return {
    subject: subject.slice(0, 200),
    messageId: isId(messageId) ? messageId : null,
    references: before.filter(isId).slice(-REFERENCES_MAX),
  };
}
