import { currentTenantId } from '#libs/core/auth';
import { knownBy } from '#libs/core/http';
import { ListsService } from '../../../lists/lists.service.js';

/** The list that `:segment` names. */
export const KnownSegment = knownBy(ListsService, (lists, { segment = '' }) => lists.find(currentTenantId(), segment));
