import type { IdPrefix } from '#libs/core/persistence';

export const CHANNELS = ['email', 'sms', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The prefix of the ids of each channel's messages. */
export const CHANNEL_PREFIX: Record<Channel, IdPrefix> = { email: 'msg', sms: 'sms', push: 'psh' };
