import type { DataKey } from '#libs/secrets';
import type { ActivityContent } from './activity.js';
import { ACTIVITY_PURPOSE } from './timeline.js';

/** The sealed content of an activity with a change. */
export function resealActivity(
  sealed: Buffer,
  key: DataKey,
  change: (content: ActivityContent) => ActivityContent,
): Buffer {
  const content = JSON.parse(key.open(ACTIVITY_PURPOSE, sealed)) as ActivityContent;
  return key.seal(ACTIVITY_PURPOSE, JSON.stringify(change(content)));
}
