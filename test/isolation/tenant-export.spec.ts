import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDataSource, Database } from '#libs/core/persistence';
import { type TenantExportOptions, TenantExportReader } from '#libs/privacy/data-rights';
import { createTestDatabase, type TestDatabase } from '#libs/test/testing';
import { ENTITIES as CRM } from '../../apps/crm/src/entities.js';
import { ENTITIES as IDENTITY } from '../../apps/identity/src/entities.js';
import { ENTITIES as MAIL } from '../../apps/mail/src/entities.js';
import { ENTITIES as PAGES } from '../../apps/pages/src/entities.js';
import { ENTITIES as PLATFORM } from '../../apps/platform/src/entities.js';
import { Catalogue } from '../support/catalogue.js';

const [OWN, OTHER] = ['acc_0000000000000001', 'acc_0000000000000002'] as const;

/** Columns of these names are secrets, or nearly so, unless a reason stands here. */
const SUSPECT = /secret|password|private|sealed|token|hash|_key$|code/;
const NO_SECRET: Record<string, string> = {
  'mail.dkim_signing_key.public_key': 'Public',
  'mail.inbound_message.blob_hash': 'Names a file of the export',
  'mail.mail_domain.ownership_token': 'Stands in the DNS',
  'mail.mail_message.blob_hash': 'Names a file of the export',
  'mail.mailbox.avatar_hash': 'Names a file of the export',
  'mail.message_attachment.blob_hash': 'Names a file of the export',
  'mail.message_import.blob_hash': 'Names a file of the export',
  'mail.outgoing_message.blob_hash': 'Names a file of the export',
  'mail.label.system_key': 'Names a label',
  'mail.pgp_key.public_key': 'Public',
  'pages.lead_file.hash': 'Names a file of the export',
  'pages.media_file.hash': 'Names a file of the export',
  'pages.site_domain.ownership_token': 'Stands in the DNS',
  'platform.attachment_upload.hash': 'Names a file of the export',
  'platform.received_attachment.hash': 'Names a file of the export',
  'platform.received_email.hash': 'Names a file of the export',
  'platform.domain_key.public_key': 'Public',
  'platform.message_attachment.hash': 'Names a file of the export',
  'platform.push_site.public_key': 'Public',
  'platform.push_site.site_key': 'Stands in the pages of the site',
  'platform.sending_domain.ownership_token': 'Stands in the DNS',
  'platform.sms_sender.code_expires_at': 'A time',
  'platform.sms_sender.code_tries': 'A number',
  'platform.webhook_endpoint.previous_secret_until': 'A time',
  'crm.activity.sealed': 'Exported in plain text',
  'crm.company.name_key': 'The name, for comparing',
  'crm.company.sector_key': 'The sector, for comparing',
  'crm.consent_change.sealed': 'Exported in plain text',
  'crm.contact.name_key': 'The name, for comparing',
  'crm.contact_identifier.sealed': 'Exported in plain text',
  'crm.contact_export_file.blob_hash': 'Names a file that is sealed',
  'crm.contact_export_file.sealed_filters': 'Exported in plain text',
  'crm.contact_import.blob_hash': 'Names a file that is sealed',
  'crm.erasure_request.sealed': 'Exported in plain text',
  'crm.saved_view.name_key': 'The name, for comparing',
  'crm.segment.name_key': 'The name, for comparing',
  'pages.report_view.name_key': 'The name, for comparing',
};

/** Without the opening of sealed columns, which other specs test: the rows here have arbitrary values. */
const EXPORTS: TenantExportOptions[] = [
  { app: 'identity', entities: IDENTITY },
  { app: 'platform', entities: PLATFORM, files: true },
  { app: 'mail', entities: MAIL, files: true },
  { app: 'pages', entities: PAGES, files: true },
  { app: 'crm', entities: CRM },
];

describe.each(EXPORTS)('the export of a tenant from the database of $app', (options) => {
  const { app } = options;
  let database: TestDatabase;
  let catalogue: Catalogue;
  let sources: DataSource[];
  let reader: TenantExportReader;

  beforeAll(async () => {
    database = await createTestDatabase(app);
    catalogue = new Catalogue(database.adminUrl);
    const tables = (await catalogue.tables()).filter(({ isPartition, hasTenant }) => hasTenant && !isPartition);
    await catalogue.populate(tables, [OWN, OTHER]);
    sources = await Promise.all(
      [database.url, database.systemUrl].map((url) =>
        createDataSource({ url, poolSize: 2, applicationName: 'spec' }).initialize(),
      ),
    );
    const [own, system] = sources as [DataSource, DataSource];
    reader = new TenantExportReader(new Database(own, system), options);
  });

  afterAll(async () => {
    await Promise.all([catalogue?.close(), ...(sources ?? []).map((source) => source.destroy())]);
    await database?.drop();
  });

  it('has every table and column but those that say why not', async () => {
    const tables = await reader.listTables();
    const shown = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
    await expect(`${JSON.stringify(shown, undefined, 2)}\n`).toMatchFileSnapshot(`tenant-export.${app}.json`);
  });

  it('has no column that is named like a secret', async () => {
    const names = (await reader.listTables()).flatMap(({ name, columns }) =>
      columns.map((column) => `${app}.${name}.${column.name}`),
    );
    expect(names.filter((name) => SUSPECT.test(name.slice(name.lastIndexOf('.'))) && !(name in NO_SECRET))).toEqual([]);
  });

  it('has the rows of the tenant, and of no other', async () => {
    for (const { name } of await reader.listTables()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of reader.readRows(OWN, name)) chunks.push(chunk);
      const lines = Buffer.concat(chunks).toString().trimEnd().split('\n');
      expect(lines, name).toHaveLength(1);
      expect(JSON.parse(lines[0]!), name).toBeTypeOf('object');
    }
  });
});

describe('the rows of a large table', () => {
  let database: TestDatabase;
  let sources: DataSource[];
  let reader: TenantExportReader;

  beforeAll(async () => {
    database = await createTestDatabase('pages');
    sources = await Promise.all(
      [database.url, database.systemUrl].map((url) =>
        createDataSource({ url, poolSize: 2, applicationName: 'spec' }).initialize(),
      ),
    );
    const [own, system] = sources as [DataSource, DataSource];
    const door = new Database(own, system);
    reader = new TenantExportReader(door, { app: 'pages', entities: PAGES, files: true });
    // Every fifth page is large, and does not become smaller when it is compressed.
    await door.tenant(OWN, (tx) =>
      tx.query(
        `insert into published_page
           (tenant_id, page_id, version, slug, title, html, gzip, brotli, etag, policy, form_ids)
         select $1, 'pag_' || lpad(n::text, 16, '0'), 1, 'p' || n, 't',
                case when n % 5 = 0
                     then (select string_agg(sha256((n || '.' || part)::bytea), '') from generate_series(1, 6000) part)
                     else '' end, '', '', '', '', '{}'
           from generate_series(1, 4500) n where n % 5 > 0 or n <= 100`,
        [OWN],
      ),
    );
  });
  afterAll(async () => {
    await Promise.all((sources ?? []).map((source) => source.destroy()));
    await database?.drop();
  });

  it('come once each, in their order, some at a time', async () => {
    const ids: string[] = [];
    let largest = 0;
    for await (const chunk of reader.readRows(OWN, 'published_page')) {
      largest = Math.max(largest, chunk.length);
      const lines = Buffer.from(chunk).toString().trimEnd().split('\n');
      ids.push(...lines.map((line) => (JSON.parse(line) as { page_id: string }).page_id));
    }
    expect(ids).toHaveLength(3_620);
    expect(ids).toEqual([...new Set(ids)].toSorted());
    expect(largest).toBeLessThan(2_000_000);
  });
});
