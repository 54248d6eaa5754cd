import { currentTenantId } from '#libs/core/auth';
import { knownBy } from '#libs/core/http';
import { ListsService } from './lists.service.js';

/** The list that `:id` names. */
export const KnownList = knownBy(ListsService, (lists, { id = '' }) => lists.find(currentTenantId(), id));
