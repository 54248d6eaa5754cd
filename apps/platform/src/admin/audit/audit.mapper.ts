import type { AuditEntry } from '#libs/audit';
import type { Page } from '#libs/persistence';
import type { AuditEntryView, AuditPageResponse } from './dto/audit.responses.js';

/** The app that stores an entry. */
export type AuditService = 'platform' | 'identity';

/** An entry of one of the logs. */
export type StoredEntry = AuditEntry & { service: AuditService };

export function toAuditPage(
  { items, nextCursor, hasMore }: Page<StoredEntry>,
  toView: (entry: StoredEntry) => AuditEntryView = toEntryView,
): AuditPageResponse {
  return { Entries: items.map(toView), NextCursor: nextCursor, HasMore: hasMore };
}

export function toEntryView(entry: StoredEntry): AuditEntryView {
  return {
    Id: entry.id,
    Service: entry.service,
    OccurredAt: entry.occurredAt.toISOString(),
    TenantId: entry.tenantId,
    Actor: { Kind: entry.actorKind, Id: entry.actorId, SessionId: entry.sessionId },
    Action: entry.action,
    Object: { Type: entry.objectType, Id: entry.objectId },
    Reason: entry.reason,
    Before: entry.before,
    After: entry.after,
    Ip: entry.ip,
    UserAgent: entry.userAgent,
    CausedBy: entry.requestId,
  };
}

/** For the tenant itself: an operator's entry without who and from where. */
export function toTenantEntryView(entry: StoredEntry): AuditEntryView {
  const view = toEntryView(entry);
  if (entry.actorKind !== 'operator' && entry.actorKind !== 'support') return view;
  return { ...view, Actor: { Kind: entry.actorKind, Id: null, SessionId: null }, Ip: null, UserAgent: null };
}
