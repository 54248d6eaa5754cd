import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { currentTenantId } from '#libs/core/auth';
import { invalidField } from '#libs/core/http';
import type { Suppression } from '../../../suppressions/suppression.entity.js';
import { EVERYTHING, NOT_TRANSACTIONAL, type SuppressionTopic } from '../../../suppressions/suppression.js';
import { SuppressionsService } from '../../../suppressions/suppressions.service.js';
import { TopicsService } from '../../../topics/topics.service.js';
import type { TheirFields } from '../../frame/their-fields.js';

const SUBSCRIPTIONS = ['opt_in', 'opt_out'] as const;

export type Subscription = (typeof SUBSCRIPTIONS)[number];

/** Choice of each topic, by its id. */
export type TopicChoices = ReadonlyMap<SuppressionTopic, Subscription>;

/** Changes of the choices of a contact; what is absent stays. */
export interface Choices {
  isUnsubscribed?: boolean;
  topics?: TopicChoices;
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

  /** The topics of an address to which it is not subscribed. */
  async leftTopicsOf(address: Address): Promise<ReadonlySet<string>> {
    if (address === null) return new Set();
    const known = await this.suppressions.listByAddress(currentTenantId(), [address]);
    return new Set(known.get(address)?.map(({ topic }) => topic));
  }

  /**
   * Reads choices of topics, each of which names its topic by id or slug; the last of several about a topic counts.
   * @throws Problem ValidationError
   */
  async readTopicChoices(items: readonly TheirFields[]): Promise<TopicChoices> {
    const given = items.map((item) => {
      const subscription = SUBSCRIPTIONS.find((one) => one === item.requiredText('subscription'));
      if (!subscription) throw item.invalid('subscription', 'must be opt_in or opt_out');
      return { item, subscription, name: item.requiredText('id') };
    });
    const topics = await this.topics.listByNames(
      currentTenantId(),
      given.map(({ name }) => name),
    );
    const ids = new Map(topics.flatMap(({ id, slug }) => [[id as string, id] as const, [slug, id] as const]));
    return new Map(
      given.map(({ item, subscription, name }) => {
        const id = ids.get(name);
        if (!id) throw item.invalid('id', 'is no topic of the account');
        return [id, subscription] as const;
      }),
    );
  }

  /**
   * Acts on all choices at once, as the last step of a transaction; see {@link SuppressionsService.chooseIn}.
   * @throws Problem Conflict for what more than an unsubscribe holds back, InvalidParameter for a contact without an address
   */
  async choose(tx: EntityManager, address: Address, { isUnsubscribed, topics = new Map() }: Choices): Promise<void> {
    if (address === null) throw invalidField('InvalidParameter', 'email', 'is not known');
    const left = [...topics].filter(([, subscription]) => subscription === 'opt_out').map(([topic]) => topic);
    await this.suppressions.chooseIn(tx, currentTenantId(), address, {
      left: isUnsubscribed ? [NOT_TRANSACTIONAL, ...left] : left,
      isLifted: (entry) => topics.get(entry.topic) === 'opt_in' || (isUnsubscribed === false && isUnsubscribe(entry)),
    });
  }
}

/** Tells whether an entry is what Resend calls unsubscribed; a bounce, or an entry by hand, holds back more than that. */
const isUnsubscribe = ({ topic, reason }: Suppression): boolean =>
  topic === NOT_TRANSACTIONAL || (topic === EVERYTHING && reason === 'unsubscribe');
