import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { listKeysetPage, returned, toPageOf, type Page, type PageRequest } from '#libs/core/persistence';
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
  async listPage(tx: EntityManager, page: PageRequest): Promise<Page<DatacenterAsn>> {
    const { cursor, limit, order = { by: ['asn'], direction: 'asc' }, counts } = page;
    const after = page.order ? page.after : [cursor ?? 0];
    const query = tx.createQueryBuilder(DatacenterAsn, 'datacenter');
    return toPageOf(await listKeysetPage(query, [], { limit, after, order, counts }), ({ asn }) => asn);
  }
}
