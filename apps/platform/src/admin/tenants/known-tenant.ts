import { knownBy } from '#libs/core/http';
import { ConsoleTenantsService } from './console-tenants.service.js';

/** The tenant that `:id` of an operator's route names. */
export const KnownTenant = knownBy(ConsoleTenantsService, (tenants, { id = '' }) => tenants.get(id));
