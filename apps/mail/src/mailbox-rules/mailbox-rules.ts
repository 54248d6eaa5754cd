import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runFilters } from '../filters/filter-matching.js';
import type { FilterOutcome } from '../filters/filter-values.js';
import { MailForwarder } from '../forwarding/mail-forwarder.js';
import { type SettableLabels, systemLabelsOf } from '../label-rules/system-labelling.js';
import { MessageLabels } from '../labels/message-labels.js';
import type { MailMessage } from '../messages/mail-message.entity.js';
import { type DeliveryChanges, type DeliveryRule, DeliveryRules, type Incoming } from '../receiving/delivery-rules.js';
import type { InboundMessage, InboundRecipient } from '../receiving/inbound-message.entity.js';
import { VacationAnswers } from '../vacation/vacation-answers.js';
import { findRulesOfMailbox } from './mailbox-rules.sql.js';

/** What happens with a message when it is stored. */
interface Decision {
  forwardTo: string[];
  answersEvery: number | null;
  /** Those that filters give. */
  labelIds: string[];
  /** Those that rules may give. */
  settable: SettableLabels;
}

/**
 * What mailboxes do by themselves with received mail, in this order: filters, labels of the system, forwarding,
 * automatic replies. It is decided once for each message, before it is stored. Mail that goes into quarantine is left alone, and so is spam.
 */
@Injectable()
export class MailboxRules implements DeliveryRule, OnModuleInit {
  private readonly decisions = new WeakMap<InboundRecipient, Decision>();

  constructor(
    private readonly rules: DeliveryRules,
    private readonly forwarder: MailForwarder,
    private readonly answers: VacationAnswers,
    private readonly labels: MessageLabels,
  ) {}

  onModuleInit(): void {
    this.rules.register(this);
  }

  async change(tx: EntityManager, incoming: Incoming): Promise<DeliveryChanges | undefined> {
    if (incoming.message.folder === 'spam') return undefined;
    const { tenantId, id } = incoming.mailbox;
    const { keepsCopy, addresses, answersEvery, filters, labels } = await findRulesOfMailbox(tx, tenantId, id);
    const filtered = runFilters(filters, incoming);
    const isForwarded = keepsCopy !== null && !filtered.trashes;
    const wanted = addresses.filter(
      ({ address, isDestination }) => (isForwarded && isDestination) || filtered.forwardTo.includes(address),
    );
    const forwardTo = this.forwarder.destinationsOf(
      incoming,
      wanted.map(({ address }) => address),
    );
    this.decisions.set(incoming.recipient, {
      forwardTo,
      answersEvery: filtered.trashes ? null : answersEvery,
      labelIds: filtered.labelIds,
      settable: labels,
    });
    const goesAway =
      keepsCopy === false && addresses.some((one) => one.isDestination && forwardTo.includes(one.address));
    return changesOf(filtered, isForwarded && goesAway);
  }

  async follow(tx: EntityManager, incoming: Incoming, stored: MailMessage): Promise<void> {
    const decision = this.decisions.get(incoming.recipient);
    if (!decision) return;
    await this.label(tx, incoming, stored, decision);
    await this.forwarder.forward(tx, incoming, decision.forwardTo);
    if (decision.answersEvery !== null) await this.answers.answer(tx, incoming, decision.answersEvery);
  }

  async giveBack(tx: EntityManager, inbound: InboundMessage): Promise<void> {
    await this.forwarder.giveBack(tx, inbound);
  }

  private async label(
    tx: EntityManager,
    incoming: Incoming,
    stored: MailMessage,
    { labelIds, settable }: Decision,
  ): Promise<void> {
    const apply = [...new Set([...labelIds, ...(await systemLabelsOf(tx, incoming, stored, settable))])];
    if (apply.length === 0) return;
    await this.labels.change(tx, stored.tenantId, stored.mailboxId, [stored.id], { apply });
  }
}

/** @param goesAway whether it was forwarded and no copy is kept */
function changesOf({ folderId, trashes, marksRead, stars }: FilterOutcome, goesAway: boolean): DeliveryChanges {
  return {
    ...(folderId !== null && { folder: { id: folderId } }),
    ...((trashes || goesAway) && { folder: 'trash' }),
    ...(marksRead && { isRead: true }),
    ...(stars && { isStarred: true }),
  };
}
