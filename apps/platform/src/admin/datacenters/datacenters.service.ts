import { Injectable } from '@nestjs/common';
import { auditFields, recordAudit } from '#libs/core/audit';
import { currentSession } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import { Database, type Page, type PageRequest } from '#libs/core/persistence';
import { Admission } from '../../admission/admission.js';
import { AdmissionRepository } from '../../admission/admission.repository.js';
import { parseAsn } from './asn.js';
import type { DatacenterAsn } from './datacenter-asn.entity.js';
import { DatacenterRepository } from './datacenter.repository.js';

/** Ten times as many as there are in the world. */
const MAX_ENTRIES = 20_000;

/** The data centres from which users cannot register, as operators see and change them. */
@Injectable()
export class DatacentersService {
  constructor(
    private readonly database: Database,
    private readonly datacenters: DatacenterRepository,
    private readonly versions: AdmissionRepository,
    private readonly admission: Admission,
  ) {}

  async listPage(page: PageRequest): Promise<Page<DatacenterAsn>> {
    return this.database.system((tx) => this.datacenters.listPage(tx, page));
  }

  /** @param text the number, as it stands in a path */
  async find(text: string): Promise<DatacenterAsn | null> {
    const asn = parseAsn(text);
    return asn === undefined ? null : this.database.system((tx) => this.datacenters.find(tx, asn));
  }

  /** Lists a number; a listed one keeps its row. @throws Problem Conflict when the list is full */
  async create(asn: number, name: string): Promise<{ datacenter: DatacenterAsn; isNew: boolean }> {
    const createdBy = currentSession().userId;
    const result = await this.database.system(async (tx) => {
      await this.versions.increment(tx);
      if ((await this.datacenters.count(tx)) >= MAX_ENTRIES) {
        throw new Problem('Conflict', { message: 'The list is full' });
      }
      const inserted = await this.datacenters.insert(tx, { asn, name, createdBy });
      if (inserted) {
        await recordAudit(tx, { action: 'datacenter.created', ...changeOf(inserted, 'after') });
        return { datacenter: inserted, isNew: true };
      }
      const existing = await this.datacenters.find(tx, asn);
      if (!existing) throw new Error('A row was neither inserted nor found, although the version serializes changes');
      return { datacenter: existing, isNew: false };
    });
    await this.admission.refresh();
    return result;
  }

  /** @throws Problem NotFound */
  async delete(asn: number): Promise<void> {
    await this.database.system(async (tx) => {
      await this.versions.increment(tx);
      const deleted = await this.datacenters.delete(tx, asn);
      if (!deleted) throw new Problem('NotFound');
      await recordAudit(tx, { action: 'datacenter.removed', ...changeOf(deleted, 'before') });
    });
    await this.admission.refresh();
  }
}

function changeOf(datacenter: DatacenterAsn, side: 'before' | 'after') {
  return {
    object: { type: 'datacenter', id: String(datacenter.asn) },
    [side]: auditFields(datacenter, ['asn', 'name']),
  };
}
