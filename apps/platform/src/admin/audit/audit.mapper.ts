import type { AuditEntry } from '#libs/audit';
import type { Page } from '#libs/persistence';
import type { AuditEntryView, AuditPageResponse } from './dto/audit.responses.js';

/** Which part of the product keeps an entry. */
export type AuditService = 'platform' | 'identity';

/** An entry of one of the logs. */
export type KeptEntry = AuditEntry & { service: AuditService };

export function toAuditPage(
  { items, nextCursor, hasMore }: Page<KeptEntry>,
  toView: (entry: KeptEntry) => AuditEntryView = toEntryView,
): AuditPageResponse {
  return { Entries: items.map(toView), NextCursor: nextCursor, HasMore: hasMore };
}

export function toEntryView(entry: KeptEntry): AuditEntryView {
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

/** For the tenant itself: that an operator acted, and why, but not from which desk. */
export function toTenantsEntryView(entry: KeptEntry): AuditEntryView {
  const view = toEntryView(entry);
  if (entry.actorKind !== 'operator' && entry.actorKind !== 'support') return view;
  return { ...view, Actor: { Kind: entry.actorKind, Id: null, SessionId: null }, Ip: null, UserAgent: null };
}
