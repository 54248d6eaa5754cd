import { currentTenantId } from '#libs/auth';
import { knownBy } from '#libs/http';
import { ListsService } from './lists.service.js';

/** The list that `:id` names. */
export const KnownList = knownBy(ListsService, (lists, { id = '' }) => lists.find(currentTenantId(), id));
