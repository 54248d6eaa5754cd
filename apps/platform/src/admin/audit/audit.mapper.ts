import type { AuditEntry } from '#libs/core/audit';
import type { Page } from '#libs/core/persistence';
import type { AuditEntryView, AuditPageResponse } from './dto/audit.responses.js';

/** An entry and the app whose log it is from. */
export type ConsoleEntry = AuditEntry & { service: 'platform' | 'identity' };

export function toAuditPage(
  { items, nextCursor, hasMore }: Page<ConsoleEntry>,
  toView: (entry: ConsoleEntry) => AuditEntryView = toEntryView,
): AuditPageResponse {
  return { Entries: items.map(toView), NextCursor: nextCursor, HasMore: hasMore };
}

export function toEntryView(entry: ConsoleEntry): AuditEntryView {
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

/** View for the tenant: it says that an operator acted and why, but not which operator, and not from where. */
export function toTenantEntryView(entry: ConsoleEntry): AuditEntryView {
  const view = toEntryView(entry);
  if (entry.actorKind !== 'operator' && entry.actorKind !== 'support') return view;
  return { ...view, Actor: { Kind: entry.actorKind, Id: null, SessionId: null }, Ip: null, UserAgent: null };
}
