import { Injectable } from '@nestjs/common';
import { auditDifference } from '#libs/core/audit';
import { isTimeZone, refusal } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { recordTrail } from '../audit-trail.js';
import { parseCountryCode } from '../places.js';
import { AccountSettingsRepository, type AccountValues } from './account-settings.repository.js';

const AUDITED = ['country', 'timeZone'] as const;

/** Reads and replaces the settings that hold for all contacts of a tenant. */
@Injectable()
export class AccountSettingsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountSettingsRepository,
  ) {}

  async get(tenantId: TenantId): Promise<AccountValues> {
    return this.database.tenant(tenantId, (tx) => this.accounts.get(tx, tenantId));
  }

  /** Telephone numbers that contacts have stay as they are. @throws Problem Unprocessable */
  async replace(tenantId: TenantId, given: AccountValues): Promise<AccountValues> {
    const after = validated(given);
    return this.database.tenant(tenantId, async (tx) => {
      const before = await this.accounts.lockForUpdate(tx, tenantId);
      const difference = auditDifference(before, after, AUDITED);
      if (!difference) return after;
      await this.accounts.upsert(tx, tenantId, after);
      const object = { type: 'account-settings', id: tenantId };
      await recordTrail(tx, { action: 'account-settings.changed', object, tenantId, ...difference });
      return after;
    });
  }
}

function validated({ country, timeZone }: AccountValues): AccountValues {
  const code = parseCountryCode(country);
  if (!code)
    throw refusal('Unprocessable', { erro: 'pais deve ser um código ISO 3166-1 de duas letras.', campo: 'pais' });
  if (!isTimeZone(timeZone)) {
    const erro = 'fuso deve ser um fuso horário da IANA, como America/Sao_Paulo.';
    throw refusal('Unprocessable', { erro, campo: 'fuso' });
  }
  return { country: code, timeZone };
}
