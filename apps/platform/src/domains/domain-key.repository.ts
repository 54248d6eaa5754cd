import { Injectable } from '@nestjs/common';
import { SigningKeyRepository } from '#libs/messaging/domains';
import { DomainKey } from './domain-key.entity.js';

/** The DKIM keys of sending domains. */
@Injectable()
export class DomainKeyRepository extends SigningKeyRepository {
  constructor() {
    super(DomainKey);
  }
}
