import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/core/audit';
import { normalBlock, type BlockKind } from '#libs/messaging/admission';
import { currentSession } from '#libs/core/auth';
import { isUuid, Problem, invalidField } from '#libs/core/http';
import { Database, type Page, type PageRequest } from '#libs/core/persistence';
import { Admission } from '../../admission/admission.js';
import { AdmissionRepository } from '../../admission/admission.repository.js';
import type { BlockEntry } from './block-entry.entity.js';
import { BlockEntryRepository, type BlockFilter, type NewBlock } from './block-entry.repository.js';

/** Limited, because every process keeps the whole list in memory. */
const MAX_ENTRIES = 100_000;

const FORMS: Record<BlockKind, string> = {
  email: 'must be an e-mail address without a display name',
  domain: 'must be a domain name of at least two labels',
  ip: 'must be an IP address',
  cidr: 'must be a network in CIDR notation, of at least /8 (IPv4) or /16 (IPv6)',
};

const AUDITED = ['kind', 'value', 'reason'] as const;

/** The blocklist as operators see and change it. */
@Injectable()
export class BlocklistService {
  constructor(
    private readonly database: Database,
    private readonly entries: BlockEntryRepository,
    private readonly versions: AdmissionRepository,
    private readonly admission: Admission,
  ) {}

  async listPage(filter: BlockFilter, page: PageRequest): Promise<Page<BlockEntry>> {
    return this.database.system((tx) => this.entries.listPage(tx, filter, page));
  }

  async find(id: string): Promise<BlockEntry | null> {
    return isUuid(id) ? this.database.system((tx) => this.entries.find(tx, id)) : null;
  }

  /**
   * Blocks a value; when this returns, the block is enforced. A blocked value keeps its entry.
   * @throws Problem InvalidParameter, Conflict when the list is full
   */
  async create(kind: BlockKind, text: string, reason: string): Promise<{ entry: BlockEntry; isNew: boolean }> {
    const value = normalBlock(kind, text);
    if (value === undefined) throw invalidField('InvalidParameter', 'Value', FORMS[kind]);
    const block = { kind, value, reason, createdBy: currentSession().userId };
    const result = await this.database.system((tx) => this.insert(tx, block));
    await this.admission.refresh();
    return result;
  }

  /** Inserts an entry in the caller's transaction; the caller then calls {@link Admission.refresh}. */
  async insert(tx: EntityManager, block: NewBlock): Promise<{ entry: BlockEntry; isNew: boolean }> {
    await this.versions.increment(tx);
    if ((await this.entries.count(tx)) >= MAX_ENTRIES) throw new Problem('Conflict', { message: 'The list is full' });
    const inserted = await this.entries.insert(tx, block);
    if (inserted) {
      const after = auditFields(inserted, AUDITED);
      await recordAudit(tx, { action: 'block.created', object: objectOf(inserted), after });
      return { entry: inserted, isNew: true };
    }
    const existing = await this.entries.findByValue(tx, block);
    if (!existing) throw new Error('An entry was neither inserted nor found, although the version serializes changes');
    return { entry: existing, isNew: false };
  }

  /** Lifts a block; when this returns, it is no longer enforced. @throws Problem NotFound */
  async delete(id: string): Promise<void> {
    await this.database.system(async (tx) => {
      await this.versions.increment(tx);
      const entry = await this.entries.delete(tx, id);
      if (!entry) throw new Problem('NotFound');
      await recordAudit(tx, { action: 'block.removed', object: objectOf(entry), before: auditFields(entry, AUDITED) });
    });
    await this.admission.refresh();
  }
}

const objectOf = ({ id }: BlockEntry) => ({ type: 'block', id });
