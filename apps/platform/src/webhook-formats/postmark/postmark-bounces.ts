import { positionOf } from '#libs/core/persistence';

/** Stream of Postmark that messages without a topic are of. */
export const DEFAULT_STREAM = 'outbound';

/** Kinds of bounces with their numbers at Postmark. */
export const BOUNCE_KINDS = {
  hard: { Type: 'HardBounce', TypeCode: 1, Name: 'Hard bounce' },
  soft: { Type: 'SoftBounce', TypeCode: 4_096, Name: 'Soft bounce' },
  block: { Type: 'Blocked', TypeCode: 100_006, Name: 'ISP block' },
  complaint: { Type: 'SpamComplaint', TypeCode: 100_001, Name: 'Spam complaint' },
  failure: { Type: 'Unknown', TypeCode: 2_048, Name: 'Unknown' },
} as const;

export type BounceKind = (typeof BOUNCE_KINDS)[keyof typeof BOUNCE_KINDS];

/** The kind of what happened to an e-mail. @param type of the event, such as `bounced` @param bounce what kind of bounce it was */
export function bounceKindOf(type: string | undefined, bounce: unknown): BounceKind {
  if (type === 'complained') return BOUNCE_KINDS.complaint;
  if (type === 'failed') return BOUNCE_KINDS.failure;
  return bounce === 'hard' || bounce === 'block' ? BOUNCE_KINDS[bounce] : BOUNCE_KINDS.soft;
}

/** Number of a bounce: the position of its message, which is exact in JSON. */
export const bounceIdOf = (messageId: string): number => positionOf(messageId);

/** Says what a bounce means for its address. A report of the sandbox suppresses none. */
export function suppressionBy(
  kind: BounceKind,
  environment: 'live' | 'test',
): { Inactive: boolean; CanActivate: boolean } {
  const { hard, complaint } = BOUNCE_KINDS;
  const Inactive = environment === 'live' && (kind === hard || kind === complaint);
  return { Inactive, CanActivate: Inactive && kind === hard };
}
