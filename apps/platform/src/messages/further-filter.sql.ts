import { escapeLike } from '#libs/core/persistence';

/** Filters of messages that clients of other services have beside those of our own lists. No index finds them. */
export interface FurtherFilter {
  /** One of these. */
  statuses?: readonly string[];
  /** The address of the sender, without its name. */
  sender?: string;
  /** A part of the subject, without regard to case. */
  subject?: string;
  /** Id of a topic; null for messages of none. */
  topic?: string | null;
  /** Tags that a message has, all of them. */
  tags?: Readonly<Record<string, string>>;
  /** Id of the first message of a call, all messages of which are found. */
  call?: string;
  /** Only the first message of each call. */
  firstOfCall?: boolean;
}

/** Conditions on the rows of a source of messages; adds their parameters. */
export function furtherConditionsOf(filter: FurtherFilter, parameters: unknown[]): string[] {
  const { statuses, sender, subject, topic, tags, call, firstOfCall } = filter;
  const conditions: string[] = [];
  if (statuses) conditions.push(`status = any($${parameters.push(statuses)}::text[])`);
  if (sender !== undefined) {
    const address = escapeLike(sender.toLowerCase());
    const forms = `$${parameters.push([address, `%<${address}>`])}::text[]`;
    conditions.push(`lower(sender) like any(${forms})`);
  }
  if (subject !== undefined)
    conditions.push(`subject collate "pg_unicode_fast" ilike $${parameters.push(`%${escapeLike(subject)}%`)}`);
  if (topic === null) conditions.push('topic is null');
  else if (topic !== undefined) conditions.push(`topic = $${parameters.push(topic)}`);
  if (tags) conditions.push(`tags @> $${parameters.push(JSON.stringify(tags))}::jsonb`);
  if (call !== undefined) conditions.push(`"contentId" = $${parameters.push(call)}`);
  if (firstOfCall) conditions.push('id = "contentId"');
  return conditions;
}
