import { Column, type DataSource, Entity, PrimaryColumn } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { createDataSource } from '../connection/data-source.js';
import type { TenantId } from '../ids/ids.js';
import { CreatedAt } from '../schema/columns.js';
import { TenantRows } from './tenant-rows.js';

@Entity('kept_row')
class Row {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  about: string | null;

  @CreatedAt()
  createdAt: Date;
}

const ACME = 'acc_0000000000000001' as TenantId;
const OTHER = 'acc_0000000000000002' as TenantId;

const rows = new TenantRows(Row, 'acc');
let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  source = await createDataSource({ url: database.ownerUrl, entities: [Row], applicationName: 'spec' }).initialize();
  await source.query(`
    create table kept_row (tenant_id text, id text collate "C", name text not null, about text,
      created_at timestamptz(3) not null default now(), primary key (tenant_id, id))`);
});
afterAll(async () => {
  await source?.destroy();
  await database?.drop();
});

describe('rows of tenants', () => {
  it('are returned as they are stored, with what was not given', async () => {
    const row = await rows.insert(source.manager, ACME, { name: 'One' });
    expect(row).toMatchObject({ tenantId: ACME, name: 'One', about: null, createdAt: expect.any(Date) });
    expect(await rows.find(source.manager, ACME, row.id)).toEqual(row);
  });

  it('are changed and deleted once', async () => {
    const row = await rows.insert(source.manager, ACME, { name: 'One', about: 'A' });
    expect(await rows.update(source.manager, row, { about: null })).toEqual({ ...row, about: null });
    expect(await rows.delete(source.manager, row)).toBe(true);
    expect(await rows.delete(source.manager, row)).toBe(false);
    expect(await rows.update(source.manager, row, { name: 'Two' })).toBeNull();
  });

  it('are those of their tenant alone, newest first', async () => {
    const [first, second] = [
      await rows.insert(source.manager, OTHER, { name: 'One' }),
      await rows.insert(source.manager, OTHER, { name: 'Two' }),
    ];
    expect(await rows.count(source.manager, OTHER)).toBe(2);
    expect((await rows.listPage(source.manager, OTHER, { limit: 5 })).items).toEqual([second, first]);
    expect(await rows.find(source.manager, ACME, first.id)).toBeNull();
    expect(await rows.delete(source.manager, { tenantId: ACME, id: first.id })).toBe(false);
    expect(await rows.count(source.manager, OTHER)).toBe(2);
  });
});
