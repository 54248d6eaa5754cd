import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import type { AdmissionEntries, BlockKind } from '#libs/admission';
import { SYSTEM_DATA_SOURCE } from '#libs/persistence';

const VERSION = `select run || ':' || number as version from admission_version`;

interface EntriesRow {
  version: string;
  blocks: [BlockKind, string][];
  datacenters: number[];
}

/** The lists as a whole, and the name of their present state. */
@Injectable()
export class AdmissionRepository {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  async version(): Promise<string> {
    const [row] = await this.system.query<{ version: string }[]>(VERSION);
    return row?.version ?? '';
  }

  /** One statement, so that the entries are those of the version. */
  async entries(): Promise<AdmissionEntries> {
    const [row] = await this.system.query<EntriesRow[]>(
      `select (${VERSION}),
              (select coalesce(jsonb_agg(jsonb_build_array(kind, value)), '[]') from block_entry) as blocks,
              (select coalesce(jsonb_agg(asn), '[]') from datacenter_asn) as datacenters`,
    );
    const { version = '', blocks = [], datacenters = [] } = row ?? {};
    return { version, blocks: blocks.map(([kind, value]) => ({ kind, value })), datacenters };
  }

  /** Begins a change: others wait until its transaction ends. */
  async beginChange(tx: EntityManager): Promise<void> {
    await tx.query(`update admission_version set number = number + 1`);
  }
}
