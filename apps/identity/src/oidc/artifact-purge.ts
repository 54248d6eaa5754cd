import { Injectable } from '@nestjs/common';
import { Housekeeping } from '../housekeeping/housekeeping.js';
import { ArtifactRepository } from './artifact.repository.js';

/** What has expired is found by nobody any more, and every visit to the sign-in leaves some. */
@Injectable()
export class ArtifactPurge {
  constructor(housekeeping: Housekeeping, artifacts: ArtifactRepository) {
    housekeeping.register('OpenID Connect artifacts', (limit) => artifacts.purge(limit));
  }
}
