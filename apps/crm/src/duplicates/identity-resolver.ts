import { Injectable } from '@nestjs/common';
import { refusal } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { Database, isUnavailable, type TenantId } from '#libs/core/persistence';
import { AccountSettingsRepository } from '../account-settings/account-settings.repository.js';
import { invalidIdentifier } from '../contacts/contact-problems.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { type IdentifierKind, parseIdentifier } from '../identifiers/identifiers.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';

const KINDS: Readonly<Record<string, IdentifierKind>> = {
  email: 'email',
  telefone: 'phone',
  sms: 'phone',
  whatsapp: 'phone',
};

/** Finds the contact behind an address. The address is in no answer and no log. */
@Injectable()
export class IdentityResolver {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly accounts: AccountSettingsRepository,
    private readonly keys: TenantKeys,
  ) {}

  /** @throws Problem Unprocessable for a missing or invalid value; ServiceUnavailable without the tenant's key */
  async resolve(tenantId: TenantId, channel: string | undefined, value: string | undefined): Promise<string | null> {
    const kind = channel !== undefined && Object.hasOwn(KINDS, channel) ? KINDS[channel] : undefined;
    if (!kind) {
      const erro = `canal deve ser um de ${Object.keys(KINDS).join(', ')}.`;
      throw refusal('Unprocessable', { erro, campo: 'canal' });
    }
    if (!value?.trim()) throw refusal('Unprocessable', { erro: 'Informe valor.', campo: 'valor' });
    const cipher = await this.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const { country } = await this.accounts.get(tx, tenantId);
      const parsed = parseIdentifier(kind, value, country);
      if (!parsed) throw invalidIdentifier(kind);
      return this.contacts.findIdByIndex(tx, tenantId, kind, cipher.indexesOf(kind, parsed));
    });
  }

  private async cipherOf(tenantId: TenantId): Promise<TenantCipher> {
    try {
      return await this.keys.cipherOf(tenantId);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      logger.error('The key of a tenant cannot be opened', { error, tenantId });
      throw refusal('ServiceUnavailable', { erro: 'As chaves da conta não estão disponíveis. Tente mais tarde.' });
    }
  }
}
