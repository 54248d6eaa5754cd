import { logger } from '#libs/observability';
import { AsnTable, parseAddress } from '#libs/networks';
import type { AdmissionList } from './admission-list.js';

let table: Promise<AsnTable> | undefined;

/**
 * The autonomous system of an address, when it is one that the list calls a data centre; undefined otherwise, and for
 * what is no address. The table of systems is read when the first list with a data centre is asked, and kept.
 */
export async function datacenterOf(list: AdmissionList, ip: string | undefined): Promise<number | undefined> {
  const address = ip === undefined || list.datacenters.size === 0 ? undefined : parseAddress(ip);
  if (!address) return undefined;
  const system = (await asnTable())?.find(address);
  return system !== undefined && list.datacenters.has(system) ? system : undefined;
}

/** Nobody is refused because the data could not be read. */
async function asnTable(): Promise<AsnTable | undefined> {
  table ??= AsnTable.load();
  try {
    return await table;
  } catch (error) {
    table = undefined;
    logger.error('The table of autonomous systems cannot be read: nobody is taken for a data centre', { error });
    return undefined;
  }
}
