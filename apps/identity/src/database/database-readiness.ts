import { Injectable } from '@nestjs/common';
import { ReadinessRegistry } from '#libs/http';
import { SystemDatabase } from './system-database.js';

/** Without its database identity knows nothing. Without Redis it still answers, so Redis is not asked for here. */
@Injectable()
export class DatabaseReadiness {
  constructor(registry: ReadinessRegistry, system: SystemDatabase) {
    registry.register('postgres', () => system.query('select 1'));
  }
}
