import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { returned, toPageBy, type Page, type PageRequest } from '#libs/core/persistence';
import { DatacenterAsn } from './datacenter-asn.entity.js';

@Injectable()
export class DatacenterRepository {
  /** Returns undefined if the number is listed already. */
  async insert(tx: EntityManager, datacenter: Omit<DatacenterAsn, 'createdAt'>): Promise<DatacenterAsn | undefined> {
    const insert = tx.createQueryBuilder().insert().into(DatacenterAsn).values(datacenter).orIgnore().returning('*');
    return returned(tx, DatacenterAsn, await insert.execute())[0];
  }

  async find(tx: EntityManager, asn: number): Promise<DatacenterAsn | null> {
    return tx.findOneBy(DatacenterAsn, { asn });
  }

  /** Returns the deleted row; undefined if another transaction deleted it first. */
  async delete(tx: EntityManager, asn: number): Promise<DatacenterAsn | undefined> {
    const statement = tx.createQueryBuilder().delete().from(DatacenterAsn).where({ asn }).returning('*');
    return returned(tx, DatacenterAsn, await statement.execute())[0];
  }

  async count(tx: EntityManager): Promise<number> {
    return tx.count(DatacenterAsn);
  }

  /** Lists networks in the order of their numbers; the cursor is the last number shown. */
  async listPage(tx: EntityManager, { cursor = 0, limit }: PageRequest): Promise<Page<DatacenterAsn>> {
    const where = { asn: MoreThan(cursor) };
    const rows = await tx.find(DatacenterAsn, { where, order: { asn: 'ASC' }, take: limit + 1 });
    return toPageBy(rows, limit, ({ asn }) => asn);
  }
}
