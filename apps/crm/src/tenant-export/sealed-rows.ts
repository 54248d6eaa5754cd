import { Injectable } from '@nestjs/common';
import { Database, many, type TenantId } from '#libs/core/persistence';
import type { DataKey } from '#libs/core/secrets';
import { type OpenRow, RowOpener } from '#libs/privacy/data-rights';
import { openEvidence, toStoredEvidence } from '../consent/consents.js';
import { DELETE_REASON } from '../contacts/lifecycle/removal.service.js';
import { CONTENT, REFUSAL } from '../erasure-requests/erasure-requests.service.js';
import { FILTERS_PURPOSE } from '../exports/export-values.js';
import { NAME_PURPOSE } from '../imports/imports.service.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { ACTIVITY_PURPOSE } from '../timeline/timeline.js';
import { CONTACT_KEYS } from './contact-keys.sql.js';

/** Opens one row. @param key the contact's; null once it is anonymized, and for rows of none */
type Open = (row: OpenRow, key: DataKey | null, cipher: TenantCipher) => OpenRow;

/** How the rows of each table with something sealed are opened. What is opened takes the place of what was sealed. */
const OPEN: Readonly<Record<string, Open>> = {
  activity: ({ sealed, ...row }, key) => ({ ...row, content: asJson(key, ACTIVITY_PURPOSE, sealed) }),
  consent_change: ({ sealed, ...row }, key) => {
    const evidence = openEvidence(bytesOf(sealed), key);
    return { ...row, evidence: evidence && toStoredEvidence(evidence) };
  },
  contact: ({ delete_reason: reason, ...row }, key) => ({ ...row, delete_reason: asText(key, DELETE_REASON, reason) }),
  contact_export_file: ({ sealed_filters: filters, ...row }, _key, cipher) => ({
    ...row,
    filter_values: filtersOf(cipher, filters),
  }),
  contact_identifier: ({ sealed, ...row }, key) => ({ ...row, value: asText(key, String(row['kind']), sealed) }),
  contact_import: ({ file_name: name, ...row }, _key, cipher) => ({ ...row, file_name: nameOf(cipher, name) }),
  erasure_request: ({ sealed, refusal, ...row }, key) => ({
    ...row,
    content: asJson(key, CONTENT, sealed),
    refusal: asText(key, REFUSAL, refusal),
  }),
};

/** Opens what the CRM stores under the keys of contacts. */
@Injectable()
export class SealedRows extends RowOpener {
  override readonly tables: ReadonlySet<string> = new Set(Object.keys(OPEN));

  constructor(
    private readonly database: Database,
    private readonly keys: TenantKeys,
  ) {
    super();
  }

  /** @throws BrokenSeal */
  override async open(tenantId: TenantId, table: string, rows: readonly OpenRow[]): Promise<OpenRow[]> {
    const cipher = await this.keys.cipherOf(tenantId);
    const idOf = (row: OpenRow) => String(row[table === 'contact' ? 'id' : 'contact_id']);
    const keys = await this.contactKeys(tenantId, cipher, new Set(rows.map(idOf)));
    return rows.map((row) => OPEN[table]!(row, keys.get(idOf(row)) ?? null, cipher));
  }

  private async contactKeys(
    tenantId: TenantId,
    cipher: TenantCipher,
    ids: ReadonlySet<string>,
  ): Promise<Map<string, DataKey>> {
    const found = await this.database.tenant(tenantId, (tx) =>
      many<{ id: string; dataKey: Buffer }>(tx, CONTACT_KEYS, [tenantId, [...ids]]),
    );
    return new Map(found.map(({ id, dataKey }) => [id, cipher.openContactKey(id, dataKey)]));
  }
}

const bytesOf = (value: unknown): Buffer | null => (typeof value === 'string' ? Buffer.from(value, 'base64') : null);

function asText(key: DataKey | null, purpose: string, sealed: unknown): string | null {
  const bytes = bytesOf(sealed);
  return key && bytes ? key.open(purpose, bytes) : null;
}

function asJson(key: DataKey | null, purpose: string, sealed: unknown): unknown {
  const text = asText(key, purpose, sealed);
  return text === null ? null : (JSON.parse(text) as unknown);
}

function nameOf(cipher: TenantCipher, sealed: unknown): string | null {
  const bytes = bytesOf(sealed);
  return bytes && cipher.open(NAME_PURPOSE, bytes);
}

function filtersOf(cipher: TenantCipher, sealed: unknown): unknown {
  const bytes = bytesOf(sealed);
  return bytes && (JSON.parse(cipher.open(FILTERS_PURPOSE, bytes)) as unknown);
}
