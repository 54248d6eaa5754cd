import { currentPrincipal, currentTenantId } from '#libs/core/auth';
import { knownBy } from '#libs/core/http';
import { CampaignsService } from './campaigns.service.js';

/** The campaign that `:id` names. */
export const KnownCampaign = knownBy(CampaignsService, (campaigns, { id = '' }) =>
  campaigns.find(currentTenantId(), id, visibleEnvironment()),
);

/** The environment whose campaigns the current request sees; undefined for both. A test key sees and sends test campaigns alone. */
export function visibleEnvironment(): 'test' | undefined {
  const principal = currentPrincipal();
  return principal?.kind === 'key' && principal.environment === 'test' ? 'test' : undefined;
}
