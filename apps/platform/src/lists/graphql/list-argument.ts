import { currentTenantId } from '#libs/core/auth';
import { knownArgument } from '#libs/core/graphql';
import { ListsService } from '../lists.service.js';

/** The list that the argument `id` names. */
export const ListArgument = knownArgument('id', ListsService, (lists, id) => lists.find(currentTenantId(), id));
