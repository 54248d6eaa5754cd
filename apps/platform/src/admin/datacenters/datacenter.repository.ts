import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { SYSTEM_DATA_SOURCE } from '#libs/persistence';
import type { Datacenter } from './datacenter.js';

const COLUMNS = `asn::float8 as asn, name, created_by as "createdBy", created_at as "createdAt"`;

/** The rows of data centres. */
@Injectable()
export class DatacenterRepository {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  /** Adds one; undefined when it is there. */
  async add(
    tx: EntityManager,
    { asn, name, createdBy }: Omit<Datacenter, 'createdAt'>,
  ): Promise<Datacenter | undefined> {
    const [row] = await tx.query<Datacenter[]>(
      `insert into datacenter_asn (asn, name, created_by) values ($1, $2, $3)
       on conflict (asn) do nothing returning ${COLUMNS}`,
      [asn, name, createdBy],
    );
    return row;
  }

  /** Removes one and gives it; undefined when it is not there, any more. */
  async remove(tx: EntityManager, asn: number): Promise<Datacenter | undefined> {
    const [rows] = await tx.query<[Datacenter[], number]>(
      `delete from datacenter_asn where asn = $1 returning ${COLUMNS}`,
      [asn],
    );
    return rows[0];
  }

  async count(tx: EntityManager): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(`select count(*)::int as count from datacenter_asn`);
    return row?.count ?? 0;
  }

  async find(asn: number): Promise<Datacenter | undefined> {
    const [row] = await this.system.query<Datacenter[]>(`select ${COLUMNS} from datacenter_asn where asn = $1`, [asn]);
    return row;
  }

  /** Those above a number, in order. */
  async list(after: number, limit: number): Promise<Datacenter[]> {
    return this.system.query<Datacenter[]>(
      `select ${COLUMNS} from datacenter_asn where asn > $1 order by datacenter_asn.asn limit $2`,
      [after, limit],
    );
  }
}
