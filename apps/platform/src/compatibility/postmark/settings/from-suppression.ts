import type { Suppression } from '../../../suppressions/suppression.entity.js';
import {
  EVERYTHING,
  NO_TOPIC,
  NOT_TRANSACTIONAL,
  type SuppressionReason,
  type SuppressionSource,
  type SuppressionTopic,
} from '../../../suppressions/suppression.js';
import type { Topic } from '../../../topics/topic.entity.js';

/** Reasons of Postmark, and ours. */
export const REASONS: Readonly<Record<string, readonly SuppressionReason[]>> = {
  HardBounce: ['bounce'],
  SpamComplaint: ['complaint'],
  ManualSuppression: ['manual', 'unsubscribe'],
};

/** Origins of Postmark, and our sources; none is of an administrator of its. */
export const ORIGINS: Readonly<Record<string, readonly SuppressionSource[]>> = {
  Recipient: ['report', 'link', 'text'],
  Customer: ['api', 'crm'],
  Admin: [],
};

/** Topics of the entries of a stream: messages of no topic have, beside their own, those of everything. */
export const topicsOfStream = (topic: Topic | null): SuppressionTopic[] =>
  topic ? [topic.id] : [EVERYTHING, NOT_TRANSACTIONAL, NO_TOPIC];

/** Word of Postmark for one of ours; empty where it has none. */
const wordFor = <T>(words: Readonly<Record<string, readonly T[]>>, ours: T): string =>
  Object.keys(words).find((word) => words[word]?.includes(ours)) ?? '';

/** Suppressed address as Postmark lists it. */
export const fromSuppression = ({ address, reason, source, createdAt }: Suppression): object => ({
  EmailAddress: address,
  SuppressionReason: wordFor(REASONS, reason),
  Origin: wordFor(ORIGINS, source),
  CreatedAt: createdAt.toISOString(),
});
