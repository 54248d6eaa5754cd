import type { PushPlatform } from '#libs/push';

export const PLATFORMS = ['ios', 'android', 'web'] as const satisfies readonly PushPlatform[];

/** Something that takes push messages: an app on a telephone, or a browser. */
export interface Device {
  id: string;
  /** Where it stands in the list, newest last; 53 bits. */
  position: number;
  platform: PushPlatform;
  /** In full. Whoever has it can, with the right key, write to the device. */
  token: string;
  /** False once the push service said that the device is gone, until it registers again. */
  active: boolean;
  createdAt: Date;
  lastSeenAt: Date;
}
