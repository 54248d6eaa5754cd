import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runFilters } from './filters/filter-matching.js';
import type { FilterOutcome } from './filters/filter-values.js';
import { MailForwarder } from '../forwarding/mail-forwarder.js';
import { MessagePassages } from '../forwarding/passages/message-passages.js';
import { type SettableLabels, systemLabelsOf } from './label-rules/system-labelling.js';
import { MessageLabels } from '../labels/message-labels.js';
import type { MailMessage } from '../messages/mail-message.entity.js';
import {
  type DeliveredMessage,
  type RuleChanges,
  type DeliveryRule,
  DeliveryRules,
  type Incoming,
} from '../receiving/delivery/delivery-rules.js';
import type { InboundMessage, InboundRecipient } from '../receiving/inbound-message.entity.js';
import { VacationAnswers } from '../vacation/vacation-answers.js';
import { findRulesOfMailboxes, type RulesOfMailbox } from './mailbox-rules.sql.js';

/** Effects of the rules on a message, carried out when it is stored. */
interface Decision {
  forwardTo: string[];
  answerIntervalDays: number | null;
  /** Labels that filters apply. */
  labelIds: string[];
  /** Labels that rules may apply. */
  settable: SettableLabels;
}

/** The same before it is known whether the message may be forwarded. */
interface OpenDecision {
  incoming: Incoming;
  rules: RulesOfMailbox;
  filtered: FilterOutcome;
  recipients: string[];
  /** True if no copy is kept when it is forwarded. */
  goesAway: boolean;
}

type Decided = DeliveredMessage & { decision: Decision };

/**
 * Runs the rules of mailboxes on received mail, in this order: filters, labels of the system, forwarding, automatic replies.
 * They decide once for each message, before it is stored. Mail that goes into quarantine is left alone, and so is spam.
 */
@Injectable()
export class MailboxRules implements DeliveryRule, OnModuleInit {
  private readonly decisions = new WeakMap<InboundRecipient, Decision>();

  constructor(
    private readonly rules: DeliveryRules,
    private readonly forwarder: MailForwarder,
    private readonly passages: MessagePassages,
    private readonly answers: VacationAnswers,
    private readonly labels: MessageLabels,
  ) {}

  onModuleInit(): void {
    this.rules.register(this);
  }

  async admit(tx: EntityManager, incoming: readonly Incoming[]): Promise<boolean[]> {
    return this.passages.areNew(tx, incoming);
  }

  async change(tx: EntityManager, incoming: readonly Incoming[]): Promise<(RuleChanges | undefined)[]> {
    const wanted = incoming.filter(({ message }) => message.folder !== 'spam');
    const mailboxes = new Map(wanted.map(({ mailbox }) => [mailbox.id, mailbox]));
    const rules =
      mailboxes.size > 0 ? await findRulesOfMailboxes(tx, [...mailboxes.values()]) : new Map<string, RulesOfMailbox>();
    const drafts = wanted.map((one) => this.draft(one, rules.get(one.mailbox.id)!));
    const forwards = drafts.filter(({ recipients }) => recipients.length > 0);
    const isAdmitted = await this.forwarder.admit(tx, forwards);
    const admitted = new Set(forwards.filter((_, index) => isAdmitted[index]));
    const changes = new Map(drafts.map((draft) => [draft.incoming, this.decide(draft, admitted.has(draft))]));
    return incoming.map((one) => changes.get(one));
  }

  async follow(tx: EntityManager, delivered: readonly DeliveredMessage[]): Promise<void> {
    const decided = delivered.flatMap((one): Decided | [] => {
      const decision = this.decisions.get(one.recipient);
      return decision ? { ...one, decision } : [];
    });
    await this.label(tx, decided);
    for (const one of decided.filter(sends)) await one.inContext(() => this.send(tx, one));
  }

  async returnToSender(tx: EntityManager, inbound: InboundMessage): Promise<void> {
    await this.forwarder.returnToSender(tx, inbound);
  }

  private draft(incoming: Incoming, rules: RulesOfMailbox): OpenDecision {
    const { keepsCopy, addresses, filters } = rules;
    const filtered = runFilters(filters, incoming);
    const isForwarded = keepsCopy !== null && !filtered.trashes;
    const wanted = addresses.filter(
      ({ address, isDestination }) => (isForwarded && isDestination) || filtered.forwardTo.includes(address),
    );
    const recipients = this.forwarder.destinationsOf(
      incoming,
      wanted.map(({ address }) => address),
    );
    const goesAway =
      isForwarded &&
      keepsCopy === false &&
      addresses.some((one) => one.isDestination && recipients.includes(one.address));
    return { incoming, rules, filtered, recipients, goesAway };
  }

  private decide({ incoming, rules, filtered, recipients, goesAway }: OpenDecision, isForwarded: boolean): RuleChanges {
    this.decisions.set(incoming.recipient, {
      forwardTo: isForwarded ? recipients : [],
      answerIntervalDays: filtered.trashes ? null : rules.answerIntervalDays,
      labelIds: filtered.labelIds,
      settable: rules.labels,
    });
    return changesOf(filtered, isForwarded && goesAway);
  }

  private async send(tx: EntityManager, delivered: Decided): Promise<void> {
    const { forwardTo, answerIntervalDays } = delivered.decision;
    await this.forwarder.forward(tx, delivered, forwardTo);
    if (answerIntervalDays !== null) await this.answers.answer(tx, delivered, answerIntervalDays);
  }

  /** Messages of a mailbox that get the same labels get them together. */
  private async label(tx: EntityManager, decided: readonly Decided[]): Promise<void> {
    const ofSystem = await systemLabelsOf(
      tx,
      decided.map((one) => ({ ...one, settable: one.decision.settable })),
    );
    const groups = new Map<string, { stored: MailMessage[]; apply: string[] }>();
    for (const [index, { stored, decision }] of decided.entries()) {
      const apply = [...new Set([...decision.labelIds, ...ofSystem[index]!])].toSorted();
      if (apply.length === 0) continue;
      const key = [stored.mailboxId, ...apply].join();
      const group = groups.get(key) ?? { stored: [], apply };
      group.stored.push(stored);
      groups.set(key, group);
    }
    for (const { stored, apply } of groups.values()) {
      const [{ tenantId, mailboxId }] = stored as [MailMessage];
      const ids = stored.map(({ id }) => id);
      await this.labels.change(tx, tenantId, mailboxId, ids, { apply });
    }
  }
}

const sends = ({ decision: { forwardTo, answerIntervalDays } }: Decided): boolean =>
  forwardTo.length > 0 || answerIntervalDays !== null;

/** @param goesAway whether it was forwarded and no copy is kept */
function changesOf({ folderId, trashes, marksRead, stars }: FilterOutcome, goesAway: boolean): RuleChanges {
  return {
    ...(folderId !== null && { folder: { id: folderId } }),
    ...((trashes || goesAway) && { folder: 'trash' }),
    ...(marksRead && { isRead: true }),
    ...(stars && { isStarred: true }),
  };
}
