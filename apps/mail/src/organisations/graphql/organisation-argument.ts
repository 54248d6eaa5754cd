import { currentTenantId } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { OrganisationsService } from '../organisations.service.js';

/** The organisation that the argument `org_id` names. */
export const OrganisationArgument = knownArgument('org_id', OrganisationsService, (organisations, id) =>
  organisations.find(currentTenantId(), id),
);
