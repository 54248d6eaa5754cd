import type { Page } from '#libs/persistence';
import type {
  DomainKeyView,
  DomainPageResponse,
  DomainRecordView,
  DomainResponse,
  DomainView,
} from './dto/domain.responses.js';
import { statusOf, type DomainDetail, type DomainKey, type DomainRecord } from './domain.js';

export function toDomainResponse(detail: DomainDetail): DomainResponse {
  return { Domain: toDomainView(detail) };
}

export function toDomainPage({ items, nextCursor, hasMore }: Page<DomainDetail>): DomainPageResponse {
  return { Domains: items.map(toDomainView), NextCursor: nextCursor, HasMore: hasMore };
}

function toDomainView({ domain, records }: DomainDetail): DomainView {
  return {
    Id: domain.id,
    Name: domain.name,
    Status: statusOf(domain),
    VerifiedAt: domain.verifiedAt?.toISOString() ?? null,
    CreatedAt: domain.createdAt.toISOString(),
    LastCheckedAt: domain.lastCheckedAt?.toISOString() ?? null,
    MissingSince: domain.missingSince?.toISOString() ?? null,
    Records: records.map(toRecordView),
    Keys: domain.keys.map(toKeyView),
  };
}

function toRecordView(record: DomainRecord): DomainRecordView {
  return {
    Purpose: record.purpose,
    Type: 'TXT',
    Name: record.name,
    Value: record.value,
    Required: record.required,
    Status: record.status,
    RemoveAfter: record.removeAfter?.toISOString() ?? null,
  };
}

function toKeyView(key: DomainKey): DomainKeyView {
  return {
    Selector: key.selector,
    Algorithm: key.algorithm,
    Active: key.state === 'active',
    State: key.state,
    CreatedAt: key.createdAt.toISOString(),
    RetiredAt: key.retiredAt?.toISOString() ?? null,
  };
}
