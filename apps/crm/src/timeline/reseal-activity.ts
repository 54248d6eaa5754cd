import type { Id } from '#libs/core/persistence';
import type { DataKey } from '#libs/core/secrets';
import type { ActivityContent } from './activity.js';
import type { Activity } from './activity.entity.js';
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

/** The same activity in the timeline of another contact, under its key. */
export function reassignActivity(activity: Activity, from: DataKey, contactId: Id<'cnt'>, to: DataKey): Activity {
  const { sealed } = activity;
  return {
    ...activity,
    contactId,
    sealed: sealed && to.seal(ACTIVITY_PURPOSE, from.openBytes(ACTIVITY_PURPOSE, sealed)),
  };
}
