import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentTenantId } from '#libs/core/auth';
import { invalidField, Problem } from '#libs/core/http';
import type { Suppression } from '../../../suppressions/suppression.entity.js';
import { EVERYTHING, NOT_TRANSACTIONAL } from '../../../suppressions/suppression.js';
import { SuppressionsService } from '../../../suppressions/suppressions.service.js';
import type { Topic } from '../../../topics/topic.entity.js';
import { TopicsService } from '../../../topics/topics.service.js';
import type { TheirFields } from '../../frame/their-fields.js';

const SUBSCRIPTIONS = ['opt_in', 'opt_out'] as const;

export type Subscription = (typeof SUBSCRIPTIONS)[number];

/** Choice of a contact about a topic. */
export interface TopicChoice {
  topic: Topic;
  subscription: Subscription;
}

type Address = string | null;

/** Choices of contacts, as Resend has them: `unsubscribed`, and one for each topic. Suppressions hold both. */
@Injectable()
export class ContactChoices {
  constructor(
    private readonly suppressions: SuppressionsService,
    private readonly topics: TopicsService,
  ) {}

  /** The addresses that get nothing but what is transactional. */
  async unsubscribedOf(addresses: readonly Address[]): Promise<ReadonlySet<Address>> {
    const known = await this.suppressions.listByAddress(
      currentTenantId(),
      addresses.filter((one) => one !== null),
    );
    return new Set([...known].filter(([, entries]) => entries.some(isUnsubscribe)).map(([address]) => address));
  }

  async isUnsubscribed(address: Address): Promise<boolean> {
    return (await this.unsubscribedOf([address])).has(address);
  }

  /** Unsubscribes an address, or takes that back. @throws Problem Conflict if more than an unsubscribe holds it back */
  async setUnsubscribed(tx: EntityManager, address: string, isWanted: boolean): Promise<void> {
    if (isWanted) await this.suppressions.unsubscribeIn(tx, currentTenantId(), address);
    else await this.lift(tx, address, isUnsubscribe);
  }

  /** The topics of an address to which it is not subscribed. */
  async leftTopicsOf(address: Address): Promise<ReadonlySet<string>> {
    if (address === null) return new Set();
    const known = await this.suppressions.listByAddress(currentTenantId(), [address]);
    return new Set(known.get(address)?.map(({ topic }) => topic));
  }

  /** Reads choices of topics, each of which names its topic by id or slug. @throws Problem ValidationError */
  async readTopicChoices(items: readonly TheirFields[]): Promise<TopicChoice[]> {
    const choices: TopicChoice[] = [];
    for (const item of items) {
      const subscription = SUBSCRIPTIONS.find((one) => one === item.requiredText('subscription'));
      if (!subscription) throw item.invalid('subscription', 'must be opt_in or opt_out');
      const topic = await this.topics.find(currentTenantId(), item.requiredText('id'));
      if (!topic) throw item.invalid('id', 'is no topic of the account');
      choices.push({ topic, subscription });
    }
    return choices;
  }

  /** @throws Problem Conflict for a topic that more than an unsubscribe holds back */
  async choose(tx: EntityManager, address: Address, choices: readonly TopicChoice[]): Promise<void> {
    if (choices.length > 0 && address === null) throw invalidField('InvalidParameter', 'email', 'is not known');
    for (const { topic, subscription } of choices) {
      const request = { Address: address as string, TopicId: topic.id };
      if (subscription === 'opt_out') await this.suppressions.createIn(tx, currentTenantId(), request);
      else await this.lift(tx, address as string, (entry) => entry.topic === topic.id);
    }
  }

  private async lift(tx: EntityManager, address: string, isMeant: (entry: Suppression) => boolean): Promise<void> {
    const entries = (await this.suppressions.listByAddressIn(tx, currentTenantId(), address)).filter(isMeant);
    const other = entries.find(({ reason }) => reason !== 'unsubscribe');
    if (other) throw heldBack(other);
    for (const entry of entries) await this.suppressions.deleteIn(tx, entry);
  }
}

/** Tells whether an entry is what Resend calls unsubscribed; a bounce, or an entry by hand, holds back more than that. */
const isUnsubscribe = ({ topic, reason }: Suppression): boolean =>
  topic === NOT_TRANSACTIONAL || (topic === EVERYTHING && reason === 'unsubscribe');

const heldBack = ({ reason }: Suppression): Problem =>
  new Problem('Conflict', {
    message: `The address is suppressed for another reason than an unsubscribe (${reason}): remove the suppression itself`,
  });
