import { Injectable } from '@nestjs/common';
import { CountryTable, parseAddress } from '#libs/core/networks';
import { logger } from '#libs/core/observability';

/** Tells the country of an address. If the table cannot be read, no address has one. */
@Injectable()
export class IpCountries {
  private table: Promise<CountryTable | undefined> | undefined;

  /** The first call reads the table: a process that gets no lead does without it. */
  async find(ip: string | null): Promise<string | null> {
    const address = ip === null ? undefined : parseAddress(ip);
    if (!address) return null;
    this.table ??= readTable();
    return (await this.table)?.find(address) ?? null;
  }
}

async function readTable(): Promise<CountryTable | undefined> {
  try {
    return await CountryTable.load();
  } catch (error) {
    logger.error('The table of countries cannot be read: no visitor has one', { error });
    return undefined;
  }
}
