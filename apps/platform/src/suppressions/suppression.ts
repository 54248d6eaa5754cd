import type { Id } from '#libs/core/persistence';
import { lineOf, spellingsOf } from '#libs/privacy/data-rights';

/** The reasons that an account may give. */
export const GIVEN_REASONS = ['bounce', 'complaint', 'unsubscribe', 'manual'] as const;

/** The person was erased: the entry has a keyed hash in place of the address, and only a confirmed consent lifts it. */
export const ERASED = 'erased' as const;

export const SUPPRESSION_REASONS = [...GIVEN_REASONS, ERASED] as const;

export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** A report of a mail server, the link in a mail, a text, the account itself, or a consent withdrawn in the CRM. */
export const SUPPRESSION_SOURCES = ['report', 'link', 'text', 'api', 'crm'] as const;

/** Origin of a suppression. */
export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number];

/** Messages of every topic, the transactional ones too. */
export const EVERYTHING = '' as const;

/** All messages but those of transactional topics. */
export const NOT_TRANSACTIONAL = '*' as const;

/** Messages that are of no topic. */
export const NO_TOPIC = 'none' as const;

/** Messages that an entry holds back: all, all that are not transactional, those of no topic, or those of one topic or list. */
export type SuppressionTopic = typeof EVERYTHING | typeof NOT_TRANSACTIONAL | typeof NO_TOPIC | Id<'top' | 'lst'>;

/** TopicId on the wire; null for an entry that holds back more than one topic. */
export const topicIdOf = (topic: SuppressionTopic): Exclude<SuppressionTopic, '' | '*'> | null =>
  topic === EVERYTHING || topic === NOT_TRANSACTIONAL ? null : topic;

/** Whether an entry `s` holds a message of this topic back; SQL. A message without a topic is not transactional. */
export const holdsTopic = (topic: string, transactional: string): string =>
  `case s.topic when '${EVERYTHING}' then true when '${NOT_TRANSACTIONAL}' then ${transactional} is not true
    when '${NO_TOPIC}' then ${topic} is null else s.topic = ${topic} end`;

/**
 * The form in which addresses are compared: lower case as a whole. Local parts may differ by case in theory; in
 * practice they do not, and a recipient who unsubscribed must not get mail in another spelling. Letters with accents are the
 * same however they are composed (RFC 6532, section 3.1). A number that is dialled in two ways has that of today; see `lineOf`.
 */
export function normalAddress(address: string): string {
  const text = address.trim().toLowerCase().normalize('NFC');
  return isNumber(text) ? lineOf(text) : text;
}

/** The normal form, and that of entries which were made before the spellings of a number were one. */
export function storedForms(address: string): string[] {
  const normal = normalAddress(address);
  return isNumber(normal) ? spellingsOf(normal) : [normal];
}

const isNumber = (text: string): boolean => text.startsWith('+');
