import { currentTenantId } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { CampaignsService } from '../campaigns.service.js';

/** The campaign that the argument `id` names. */
export const CampaignArgument = knownArgument('id', CampaignsService, (campaigns, id) =>
  campaigns.find(currentTenantId(), id),
);
