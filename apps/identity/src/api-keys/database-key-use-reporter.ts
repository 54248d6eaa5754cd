import { Injectable } from '@nestjs/common';
import { KeyUseReporter } from '#libs/auth';
import type { Id } from '#libs/persistence';
import { ApiKeyRepository } from './api-key.repository.js';

@Injectable()
export class DatabaseKeyUseReporter extends KeyUseReporter {
  constructor(private readonly keys: ApiKeyRepository) {
    super();
  }

  report(uses: { keyId: Id<'key'>; at: Date }[]): Promise<void> {
    return this.keys.noteUse(uses);
  }
}
