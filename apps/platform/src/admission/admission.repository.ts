import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AdmissionEntries, BlockKind } from '#libs/messaging/admission';
import { maybe, type SqlExecutor } from '#libs/core/persistence';
import { AdmissionVersion } from './admission-version.entity.js';
import { ENTRIES, VERSION } from './admission.sql.js';

interface EntriesRow {
  version: string;
  blocks: [BlockKind, string][];
  datacenters: number[];
}

@Injectable()
export class AdmissionRepository {
  async getVersion(tx: SqlExecutor): Promise<string> {
    return (await maybe<{ version: string }>(tx, VERSION))?.version ?? '';
  }

  /** The entries and the version that they have. */
  async listEntries(tx: SqlExecutor): Promise<AdmissionEntries> {
    const { version = '', blocks = [], datacenters = [] } = (await maybe<EntriesRow>(tx, ENTRIES)) ?? {};
    return { version, blocks: blocks.map(([kind, value]) => ({ kind, value })), datacenters };
  }

  /** Makes a new version. Other changes wait until the transaction ends. */
  async increment(tx: EntityManager): Promise<void> {
    await tx.getRepository(AdmissionVersion).increment({ id: true }, 'number', 1);
  }
}
