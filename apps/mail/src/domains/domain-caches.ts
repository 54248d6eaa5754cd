import { Injectable } from '@nestjs/common';
import { DomainDirectory } from './domain-directory.js';
import type { MailDomain } from './mail-domain.entity.js';
import { SigningKeys } from './signing-keys/signing-keys.js';

/** Forgets changed domains in all caches of this process. */
@Injectable()
export class DomainCaches {
  constructor(
    private readonly directory: DomainDirectory,
    private readonly keys: SigningKeys,
  ) {}

  /** To be called after the commit of a change to a domain or its keys. */
  forget({ tenantId, id, name }: Pick<MailDomain, 'tenantId' | 'id' | 'name'>): void {
    this.directory.forget(name);
    this.keys.forget(tenantId, id);
  }
}
