import { Injectable } from '@nestjs/common';
import { mailboxOf } from '#libs/privacy/data-rights';
import type { TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { ERASED, normalAddress, storedForms } from './suppression.js';

const PURPOSE = 'suppression.erased';

/** Keyed hashes that stand for the addresses and numbers of erased people. No address looks like one. */
@Injectable()
export class ErasedAddresses {
  constructor(private readonly secrets: SecretBox) {}

  /** The hash under the current key: of the mailbox, so that no other spelling of the address gets past it. */
  hashOf(tenantId: TenantId, address: string): string {
    return toText(this.secrets.blindIndex(tenantId, PURPOSE, subjectOf(address)));
  }

  /** The hash under each key: after a rotation, entries keep the one that they have. */
  hashesOf(tenantId: TenantId, address: string): string[] {
    return this.hashesOfForms(tenantId, storedForms(address));
  }

  /** All under which an address may be suppressed: its spellings, and their hashes. A device is no person's for good. */
  formsOf(tenantId: TenantId, address: string): string[] {
    const forms = storedForms(address);
    return isOfPerson(forms[0]!) ? [...forms, ...this.hashesOfForms(tenantId, forms)] : forms;
  }

  private hashesOfForms(tenantId: TenantId, forms: readonly string[]): string[] {
    return forms.flatMap((form) => this.secrets.blindIndexes(tenantId, PURPOSE, mailboxOf(form)).map(toText));
  }
}

const toText = (hash: Buffer): string => `${ERASED}:${hash.toString('base64url')}`;

const isOfPerson = (address: string): boolean => address.startsWith('+') || address.includes('@');

const subjectOf = (address: string): string => mailboxOf(normalAddress(address));
