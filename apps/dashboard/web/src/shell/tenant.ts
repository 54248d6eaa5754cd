import { storedInTab } from './stored.ts';

/** The id of the account that is looked at; empty before one is known. Each tab looks at its own; a new one begins with the last chosen. */
export const tenant = storedInTab('service.tenant', () => '');
