import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MailForwarder } from '../forwarding/mail-forwarder.js';
import { type DeliveryChanges, type DeliveryRule, DeliveryRules, type Incoming } from '../receiving/delivery-rules.js';
import type { InboundMessage, InboundRecipient } from '../receiving/inbound-message.entity.js';
import { VacationAnswers } from '../vacation/vacation-answers.js';
import { findRulesOfMailbox } from './mailbox-rules.sql.js';

/** What happens with a message when it is stored. */
interface Decision {
  forwardTo: string[];
  answersEvery: number | null;
}

/**
 * What mailboxes do by themselves with received mail, in this order: forwarding, automatic replies. It is decided once for
 * each message, before it is stored. Mail that goes into quarantine is left alone.
 */
@Injectable()
export class MailboxRules implements DeliveryRule, OnModuleInit {
  private readonly decisions = new WeakMap<InboundRecipient, Decision>();

  constructor(
    private readonly rules: DeliveryRules,
    private readonly forwarder: MailForwarder,
    private readonly answers: VacationAnswers,
  ) {}

  onModuleInit(): void {
    this.rules.register(this);
  }

  async change(tx: EntityManager, incoming: Incoming): Promise<DeliveryChanges | undefined> {
    const { tenantId, id } = incoming.mailbox;
    const { keepsCopy, addresses, answersEvery } = await findRulesOfMailbox(tx, tenantId, id);
    const all = keepsCopy === null ? [] : addresses.filter(({ isDestination }) => isDestination);
    const forwardTo = this.forwarder.destinationsOf(
      incoming,
      all.map(({ address }) => address),
    );
    this.decisions.set(incoming.recipient, { forwardTo, answersEvery });
    return keepsCopy === false && forwardTo.length > 0 ? { folder: 'trash' } : undefined;
  }

  async follow(tx: EntityManager, incoming: Incoming): Promise<void> {
    const decision = this.decisions.get(incoming.recipient);
    if (!decision) return;
    await this.forwarder.forward(tx, incoming, decision.forwardTo);
    if (decision.answersEvery !== null) await this.answers.answer(tx, incoming, decision.answersEvery);
  }

  async giveBack(tx: EntityManager, inbound: InboundMessage): Promise<void> {
    await this.forwarder.giveBack(tx, inbound);
  }
}
