import { currentTenantId } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { SuppressionsService } from '../suppressions.service.js';

/** The entry that the argument `name` names: by its id, or by its address. */
export const SuppressionArgument = knownArgument('name', SuppressionsService, (suppressions, name) =>
  suppressions.find(currentTenantId(), name),
);
