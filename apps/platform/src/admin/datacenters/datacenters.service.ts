import { Inject, Injectable } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { auditFields, recordAudit } from '#libs/audit';
import { currentSession } from '#libs/auth';
import { Problem } from '#libs/http';
import { SYSTEM_DATA_SOURCE } from '#libs/persistence';
import { Admission } from '../../admission/admission.js';
import { AdmissionRepository } from '../../admission/admission.repository.js';
import { parseAsn, type Datacenter } from './datacenter.js';
import { DatacenterRepository } from './datacenter.repository.js';

/** There are not a tenth as many in the world. */
const MOST_ENTRIES = 20_000;

export interface DatacenterPage {
  items: Datacenter[];
  nextCursor: number;
  hasMore: boolean;
}

/** The data centres from which nobody registers, as operators see and change them. */
@Injectable()
export class DatacentersService {
  constructor(
    @Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource,
    private readonly datacenters: DatacenterRepository,
    private readonly lists: AdmissionRepository,
    private readonly admission: Admission,
  ) {}

  async list(cursor: number | undefined, limit: number): Promise<DatacenterPage> {
    const rows = await this.datacenters.list(cursor ?? 0, limit + 1);
    const items = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return { items, hasMore, nextCursor: hasMore ? (items.at(-1)?.asn ?? 0) : 0 };
  }

  /** Lists a system; one that is listed stays as it is. @throws Problem Conflict when the list is full */
  async add(asn: number, name: string): Promise<{ datacenter: Datacenter; added: boolean }> {
    const createdBy = currentSession().userId;
    const added = await this.system.transaction(async (tx) => {
      await this.lists.beginChange(tx);
      if ((await this.datacenters.count(tx)) >= MOST_ENTRIES)
        throw new Problem('Conflict', { message: 'The list is full' });
      const datacenter = await this.datacenters.add(tx, { asn, name, createdBy });
      if (datacenter) await recordAudit(tx, { action: 'datacenter.created', ...changed(datacenter, 'after') });
      return datacenter;
    });
    await this.admission.refresh();
    return { datacenter: added ?? (await this.read(String(asn))), added: added !== undefined };
  }

  /** @param text the number, as it stands in a path. @throws Problem NotFound */
  async read(text: string): Promise<Datacenter> {
    const asn = parseAsn(text);
    const datacenter = asn === undefined ? undefined : await this.datacenters.find(asn);
    if (!datacenter) throw new Problem('NotFound');
    return datacenter;
  }

  /** @throws Problem NotFound */
  async remove(text: string): Promise<void> {
    const asn = parseAsn(text);
    await this.system.transaction(async (tx) => {
      await this.lists.beginChange(tx);
      const removed = asn === undefined ? undefined : await this.datacenters.remove(tx, asn);
      if (!removed) throw new Problem('NotFound');
      await recordAudit(tx, { action: 'datacenter.removed', ...changed(removed, 'before') });
    });
    await this.admission.refresh();
  }

  async exists(text: string): Promise<boolean> {
    const asn = parseAsn(text);
    return asn !== undefined && (await this.datacenters.find(asn)) !== undefined;
  }
}

function changed(datacenter: Datacenter, side: 'before' | 'after') {
  return {
    object: { type: 'datacenter', id: String(datacenter.asn) },
    [side]: auditFields(datacenter, ['asn', 'name']),
  };
}
