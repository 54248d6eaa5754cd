import type { IdPrefix } from '#libs/core/persistence';

export const CHANNELS = ['email', 'sms', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The prefix of the ids of each channel's messages. */
export const CHANNEL_PREFIX = { email: 'msg', sms: 'sms', push: 'psh' } as const satisfies Record<Channel, IdPrefix>;
