import { logger } from '#libs/core/observability';
import { AsnTable, parseAddress } from '#libs/core/networks';
import type { AdmissionList } from './admission-list.js';

let table: Promise<AsnTable> | undefined;

/**
 * The autonomous system that announces the address, if the list has it as a data centre; undefined otherwise and for
 * invalid addresses. Loads the table of systems on first use and keeps it.
 */
export async function datacenterOf(list: AdmissionList, ip: string | undefined): Promise<number | undefined> {
  const address = ip === undefined || list.datacenters.size === 0 ? undefined : parseAddress(ip);
  if (!address) return undefined;
  const system = (await asnTable())?.find(address);
  return system !== undefined && list.datacenters.has(system) ? system : undefined;
}

/** Undefined if the data cannot be read: no request is rejected for that. */
async function asnTable(): Promise<AsnTable | undefined> {
  table ??= AsnTable.load();
  try {
    return await table;
  } catch (error) {
    table = undefined;
    logger.error('The table of autonomous systems cannot be read: no address counts as a data centre', { error });
    return undefined;
  }
}
