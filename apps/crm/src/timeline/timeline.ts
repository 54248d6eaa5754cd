import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import type { Id, TenantId } from '#libs/core/persistence';
import type { DataKey } from '#libs/core/secrets';
import type { ActivityContent, ActivityType, TimelineEntry } from './activity.js';
import { Activity } from './activity.entity.js';

/** Purpose of the seal of an activity's content. */
export const ACTIVITY_PURPOSE = 'activity';

export interface NewActivity extends ActivityContent {
  type: ActivityType;
  /** The user who did it; null for the service itself. */
  authorId: string | null;
}

/** Writes the timelines of contacts. What an activity says is sealed under the contact's key. */
@Injectable()
export class Timeline {
  /** Records an activity in the transaction of the change that it tells. */
  async record(
    tx: EntityManager,
    { tenantId, id }: { tenantId: TenantId; id: Id<'cnt'> },
    key: DataKey | null,
    activity: NewActivity,
  ): Promise<TimelineEntry> {
    const row = toActivity(tenantId, id, key, activity);
    await tx.insert(Activity, row);
    return toTimelineEntry(row, key);
  }
}

/** An activity as it is stored; without its content if the contact has no key any more. */
export function toActivity(
  tenantId: TenantId,
  contactId: Id<'cnt'>,
  key: DataKey | null,
  { type, authorId, text, data }: NewActivity,
): Activity {
  const content: ActivityContent = { ...(text !== undefined && { text }), ...(data && { data }) };
  const isEmpty = Object.keys(content).length === 0;
  const sealed = isEmpty || !key ? null : key.seal(ACTIVITY_PURPOSE, JSON.stringify(content));
  return { tenantId, contactId, id: v7(), type, authorId, sealed, createdAt: new Date() };
}

/** An activity in plain text. @param key null for an anonymized contact */
export function toTimelineEntry(
  { id, type, authorId, sealed, createdAt }: Activity,
  key: DataKey | null,
): TimelineEntry {
  const content = sealed && key ? (JSON.parse(key.open(ACTIVITY_PURPOSE, sealed)) as ActivityContent) : {};
  return { id, type, authorId, text: content.text ?? null, data: content.data ?? {}, createdAt };
}
