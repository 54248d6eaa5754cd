import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { auditFields, recordAudit } from '#libs/audit';
import { normalBlock, type BlockKind } from '#libs/admission';
import { currentSession } from '#libs/auth';
import { isUuid, Problem, refusedField } from '#libs/http';
import { SYSTEM_DATA_SOURCE } from '#libs/persistence';
import { Admission } from '../../admission/admission.js';
import { AdmissionRepository } from '../../admission/admission.repository.js';
import type { BlockEntry, BlockFilter, NewBlock } from './block-entry.js';
import { BlockEntryRepository } from './block-entry.repository.js';

/** Every process keeps the whole list in memory. */
const MOST_ENTRIES = 100_000;

const FORMS: Record<BlockKind, string> = {
  email: 'must be an e-mail address without a display name',
  domain: 'must be a domain name of at least two labels',
  ip: 'must be an IP address',
  cidr: 'must be a network in CIDR notation, of at least /8 (IPv4) or /16 (IPv6)',
};

const AUDITED = ['kind', 'value', 'reason'] as const;

export interface BlockPage {
  items: BlockEntry[];
  nextCursor: number;
  hasMore: boolean;
}

/** The blocklist as operators see and change it. */
@Injectable()
export class BlocklistService {
  constructor(
    @Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource,
    private readonly entries: BlockEntryRepository,
    private readonly lists: AdmissionRepository,
    private readonly admission: Admission,
  ) {}

  async list(filter: BlockFilter, cursor: number | undefined, limit: number): Promise<BlockPage> {
    const rows = await this.entries.list(filter, cursor, limit + 1);
    const items = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return { items, hasMore, nextCursor: hasMore ? (items.at(-1)?.position ?? 0) : 0 };
  }

  /**
   * Blocks somebody; when this returns it is in force. Whoever is blocked already stays as they are.
   * @throws Problem InvalidParameter, Conflict when the list is full
   */
  async block(kind: BlockKind, text: string, reason: string): Promise<{ entry: BlockEntry; added: boolean }> {
    const value = normalBlock(kind, text);
    if (value === undefined) throw refusedField('InvalidParameter', 'Value', FORMS[kind]);
    const block = { kind, value, reason, createdBy: currentSession().userId };
    const result = await this.system.transaction((tx) => this.add(tx, block));
    await this.admission.refresh();
    return result;
  }

  /** Adds an entry in the caller's transaction, who calls {@link Admission.refresh} behind it. */
  async add(tx: EntityManager, block: NewBlock): Promise<{ entry: BlockEntry; added: boolean }> {
    await this.lists.beginChange(tx);
    if ((await this.entries.count(tx)) >= MOST_ENTRIES) throw new Problem('Conflict', { message: 'The list is full' });
    const entry = await this.entries.add(tx, block);
    if (entry) {
      await recordAudit(tx, { action: 'block.created', object: objectOf(entry), after: auditFields(entry, AUDITED) });
      return { entry, added: true };
    }
    const known = await this.entries.of(tx, block);
    if (!known) throw new Error('An entry is neither new nor known, although changes wait for one another');
    return { entry: known, added: false };
  }

  /** Lifts a block; when this returns it is lifted. @throws Problem NotFound */
  async remove(id: string): Promise<void> {
    await this.system.transaction(async (tx) => {
      await this.lists.beginChange(tx);
      const entry = await this.entries.remove(tx, id);
      if (!entry) throw new Problem('NotFound');
      await recordAudit(tx, { action: 'block.removed', object: objectOf(entry), before: auditFields(entry, AUDITED) });
    });
    await this.admission.refresh();
  }

  /** @throws Problem NotFound */
  async read(id: string): Promise<BlockEntry> {
    const entry = isUuid(id) ? await this.entries.find(id) : undefined;
    if (!entry) throw new Problem('NotFound');
    return entry;
  }

  async exists(id: string): Promise<boolean> {
    return isUuid(id) && (await this.entries.find(id)) !== undefined;
  }
}

const objectOf = ({ id }: BlockEntry) => ({ type: 'block', id });
