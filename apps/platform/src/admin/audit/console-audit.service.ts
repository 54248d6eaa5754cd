import { Injectable } from '@nestjs/common';
import { AUDIT_PATH, AuditLog, type AuditEntry, type AuditFilter } from '#libs/audit';
import { idAt, toPage, type Page } from '#libs/persistence';
import { IdentityGateway } from '../../auth/identity-gateway.js';
import type { AuditService, StoredEntry } from './audit.mapper.js';

export type AuditSearch = Omit<AuditFilter, 'before'> & { cursor: number };

type SentEntry = Omit<AuditEntry, 'occurredAt'> & { occurredAt: string };

/** The audit logs of the apps as one: their ids sort by time across apps. */
@Injectable()
export class ConsoleAuditService {
  constructor(
    private readonly own: AuditLog,
    private readonly identity: IdentityGateway,
  ) {}

  /** Newest first. @throws Problem ProviderError if identity does not answer, rather than half a log */
  async search({ cursor, limit, ...filter }: AuditSearch): Promise<Page<StoredEntry>> {
    const wanted = { ...filter, before: cursor > 0 ? idAt('aud', cursor) : undefined, limit: limit + 1 };
    const logs = await Promise.all([this.ofPlatform(wanted), this.ofIdentity(wanted)]);
    const merged = logs.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
    return toPage(merged, limit);
  }

  private async ofPlatform(filter: AuditFilter): Promise<StoredEntry[]> {
    return (await this.own.search(filter)).map((entry) => stored('platform', entry));
  }

  private async ofIdentity(filter: AuditFilter): Promise<StoredEntry[]> {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, textOf(value)])));
    const { entries } = await this.identity.ask<{ entries: SentEntry[] }>('GET', `${AUDIT_PATH}?${query}`);
    return entries.map((entry) => stored('identity', { ...entry, occurredAt: new Date(entry.occurredAt) }));
  }
}

const stored = (service: AuditService, entry: AuditEntry): StoredEntry => ({ ...entry, service });

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
