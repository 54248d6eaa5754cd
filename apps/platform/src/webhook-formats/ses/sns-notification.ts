import { sha256Hex } from '#libs/core/secrets';
import type { TenantId } from '#libs/core/persistence';

/** A notification of Amazon SNS, before it is signed. */
export interface SnsNotification {
  Type: 'Notification';
  MessageId: string;
  TopicArn: string;
  Message: string;
  Timestamp: string;
}

/** The topic that all events of an account are of. There is one region, and no account of Amazon. */
export const topicArnOf = (tenantId: TenantId): string => `arn:aws:sns:us-east-1:000000000000:${tenantId}`;

/** Id in the form of SNS, the same for an event whenever it is told. */
function messageIdOf(eventId: string): string {
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(sha256Hex(eventId)) ?? [];
  return parts.join('-');
}

export function snsNotification(tenantId: TenantId, eventId: string, at: Date, record: object): SnsNotification {
  return {
    Type: 'Notification',
    MessageId: messageIdOf(eventId),
    TopicArn: topicArnOf(tenantId),
    Message: JSON.stringify(record),
    Timestamp: at.toISOString(),
  };
}

/** The text of a notification that is signed: its fields in the order of their names, each a line, and each value a line. */
export function signedText({ Message, MessageId, Timestamp, TopicArn, Type }: SnsNotification): string {
  return Object.entries({ Message, MessageId, Timestamp, TopicArn, Type })
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('');
}
