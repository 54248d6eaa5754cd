import { stored } from './stored.ts';

/** The id of the account that is looked at; empty before one is known. */
export const tenant = stored('service.tenant', () => '');
