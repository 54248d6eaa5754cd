import { AsnTable, parseAddress } from '#libs/core/networks';
import { logger } from '#libs/core/observability';

/** Autonomous systems that rent out machines, by which bots go; where offices and homes are, none of these is. */
const DATACENTERS = new Set([
  16509, 14618, 8987, 15169, 396982, 8075, 14061, 16276, 24940, 213230, 63949, 20473, 45102, 37963, 132203, 45090,
  31898, 60781, 28753, 30633, 51167, 12876, 9009, 62240, 36352, 53667, 40676, 29802, 197540, 49981, 202425, 200019,
  136907, 55990, 8100, 46475, 35916, 62567, 202018, 133752, 21859, 204957, 212238, 60068,
]);

/** Tells addresses of data centres. If the table cannot be read, no address is one. */
export class Datacenters {
  private table: Promise<AsnTable | undefined> | undefined;

  /** The first call reads the table, half a second of work: a process that gets no submission does without it. */
  async has(ip: string): Promise<boolean> {
    this.table ??= readTable();
    const table = await this.table;
    const address = table && parseAddress(ip);
    const system = address && table.find(address);
    return system !== undefined && DATACENTERS.has(system);
  }
}

async function readTable(): Promise<AsnTable | undefined> {
  try {
    return await AsnTable.load();
  } catch (error) {
    logger.error('The table of autonomous systems cannot be read: no address counts as a data centre', { error });
    return undefined;
  }
}
