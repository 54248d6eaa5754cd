import { knownArgument } from '#libs/core/graphql';
import { ConsoleTenantsService } from '../console-tenants.service.js';

/** The tenant that the argument `id` of an operator's field names. */
export const ConsoleTenantArgument = knownArgument('id', ConsoleTenantsService, (tenants, id) => tenants.get(id));
