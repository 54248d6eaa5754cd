import { escapeLike, type MadeIn } from '#libs/core/persistence';
import { type FurtherFilter, furtherConditionsOf } from './further-filter.sql.js';
import type { Message } from './message.entity.js';
import type { Channel } from '../channel.js';

/** The columns of a message in a list. */
export const COLUMNS = `id, channel, status, environment, sender, recipient, subject, template_id as "templateId",
  internet_message_id as "internetMessageId", content_id as "contentId",
  campaign_id as "campaignId", topic, tags, error, created_at as "createdAt", updated_at as "updatedAt",
  scheduled_at as "scheduledAt", sent_at as "sentAt"`;

/** A message as lists show it. */
export type ListedMessage = Omit<Message, 'tenantId'>;

export interface MessageFilter {
  channel: Channel;
  status?: string;
  /** A part of the subject, the sender or the recipient, without regard to case. */
  text?: string;
  /** `key:value` */
  tag?: string;
  campaignId?: string;
  /** Both when absent. */
  environment?: 'live' | 'test';
  /** As it was given to the send, or in lower case. */
  recipient?: string;
  templateId?: string;
  /** When it was accepted. */
  acceptedIn?: MadeIn;
  further?: FurtherFilter;
}

/** The parameters of a statement that are the ends of a range of ids. */
interface IdRange {
  before: string;
  from: string;
}

const RANGE_FIRST: IdRange = { before: '$2', from: '$3' };

/**
 * The statement of the messages that an index finds, and the filters that are left. Both ends of the range of ids stand in
 * it, so that Postgres opens only the partitions between them and reads the index from the start of the page.
 * @param range tenant, the id after the last, the first id; what the statement takes besides is added
 * @param within the parameters that are the ends of the range, if they stand elsewhere
 */
export function indexedSource(
  filter: MessageFilter,
  range: unknown[],
  order: 'asc' | 'desc',
  within: IdRange = RANGE_FIRST,
): { source: string; rest: MessageFilter } {
  const ids = (column: string) => `${column} < ${within.before} and ${column} >= ${within.from}`;
  const messagesWhere = (condition: string) =>
    `select ${COLUMNS} from message where tenant_id = $1 and ${ids('id')} and ${condition} order by id ${order}`;
  if (filter.tag !== undefined) {
    const tag = `$${range.push(filter.tag)}`;
    // `offset 0` keeps the lookup by id apart: each tag is one message, and they come in the order of the page.
    const source = `select ${COLUMNS} from (
        select message_id from message_tag
        where tenant_id = $1 and tag = ${tag} and ${ids('message_id')} order by message_id ${order}
      ) tagged cross join lateral (
        select * from message where tenant_id = $1 and id = tagged.message_id offset 0
      ) found order by tagged.message_id ${order}`;
    return { source, rest: { ...filter, tag: undefined } };
  }
  if (filter.recipient !== undefined) {
    // A branch for each spelling, so that their indexes are merged in the order of the page.
    const branches = spellingsOf(filter.recipient).map(
      (spelling) => `(${messagesWhere(`recipient = $${range.push(spelling)}`)})`,
    );
    const source =
      branches.length === 1 ? branches[0]!.slice(1, -1) : `${branches.join(' union all ')} order by id ${order}`;
    return { source, rest: { ...filter, recipient: undefined } };
  }
  if (filter.campaignId !== undefined) {
    const campaign = `$${range.push(filter.campaignId)}`;
    return { source: messagesWhere(`campaign_id = ${campaign}`), rest: { ...filter, campaignId: undefined } };
  }
  if (filter.templateId !== undefined) {
    const template = `$${range.push(filter.templateId)}`;
    return { source: messagesWhere(`template_id = ${template}`), rest: { ...filter, templateId: undefined } };
  }
  if (filter.environment === 'test')
    return { source: messagesWhere(`environment = 'test'`), rest: { ...filter, environment: undefined } };
  return { source: messagesWhere('true'), rest: filter };
}

/** Conditions on the rows of a source, for the parts of a filter that the source itself does not apply. */
export function conditionsOf(
  { status, environment, campaignId, recipient, templateId, text, further = {} }: MessageFilter,
  parameters: unknown[],
): string[] {
  const conditions = furtherConditionsOf(further, parameters);
  if (status) conditions.push(`status = $${parameters.push(status)}`);
  if (environment) conditions.push(`environment = $${parameters.push(environment)}`);
  if (campaignId) conditions.push(`"campaignId" = $${parameters.push(campaignId)}`);
  if (recipient) conditions.push(`recipient = any($${parameters.push(spellingsOf(recipient))}::text[])`);
  if (templateId) conditions.push(`"templateId" = $${parameters.push(templateId)}`);
  if (text) {
    const pattern = `$${parameters.push(`%${escapeLike(text)}%`)}`;
    conditions.push(
      `(subject collate "pg_unicode_fast" ilike ${pattern} or recipient ilike ${pattern} or sender ilike ${pattern})`,
    );
  }
  return conditions;
}

/** The spellings of an address that messages may have. */
const spellingsOf = (recipient: string): string[] => [...new Set([recipient, recipient.toLowerCase()])];
