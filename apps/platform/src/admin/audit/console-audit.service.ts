import { Injectable } from '@nestjs/common';
import { AUDIT_PATH, AuditLog, type AuditEntry, type AuditFilter } from '#libs/core/audit';
import { idAt, toPage, type Page } from '#libs/core/persistence';
import { IdentityGateway } from '../../auth/identity-gateway.js';
import type { ConsoleEntry } from './audit.mapper.js';

export type AuditPageRequest = Omit<AuditFilter, 'before'> & { cursor: number };

/** An entry as identity answers it. */
type JsonEntry = Omit<AuditEntry, 'occurredAt'> & { occurredAt: string };

/** The audit logs of platform and identity as one: ids sort by time in both. */
@Injectable()
export class ConsoleAuditService {
  constructor(
    private readonly own: AuditLog,
    private readonly identity: IdentityGateway,
  ) {}

  /** Newest first. @throws Problem ProviderError if identity does not answer: half of the log would look complete */
  async listPage({ cursor, limit, ...filter }: AuditPageRequest): Promise<Page<ConsoleEntry>> {
    const wanted = { ...filter, before: cursor > 0 ? idAt('aud', cursor) : undefined, limit: limit + 1 };
    const logs = await Promise.all([this.listPlatform(wanted), this.listIdentity(wanted)]);
    const merged = logs.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
    return toPage(merged, limit);
  }

  private async listPlatform(filter: AuditFilter): Promise<ConsoleEntry[]> {
    return (await this.own.list(filter)).map((entry) => ({ ...entry, service: 'platform' }));
  }

  private async listIdentity(filter: AuditFilter): Promise<ConsoleEntry[]> {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, textOf(value)])));
    const { entries } = await this.identity.request<{ entries: JsonEntry[] }>('GET', `${AUDIT_PATH}?${query}`);
    return entries.map((entry) => ({ ...entry, service: 'identity', occurredAt: new Date(entry.occurredAt) }));
  }
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
