import type * as Package from '@clickhouse/client';
import type { ClickHouseClient } from '@clickhouse/client';
import { DatabaseUnavailable } from '#libs/core/persistence';
import { lazyPackage } from '#libs/core/process';

/** How long an insert or a read may take. */
const ANSWER_MS = 10_000;
/** How long a statement of the schema or a deletion may take. */
const COMMAND_MS = 60_000;
/** Codes of ClickHouse that say that the rows are at fault, and would be the next time. */
const FAULT_OF_ROWS = new Set(['6', '26', '27', '33', '38', '41', '53', '69', '70', '72', '117', '131', '321', '376']);

const clickhouse = lazyPackage<typeof Package>('@clickhouse/client');

/**
 * ClickHouse over HTTP. Values are parameters of statements. An error has neither a row nor a statement in it.
 * @throws DatabaseUnavailable from every method, if it may succeed later
 */
export class ClickHouse {
  #client: ClickHouseClient | undefined;

  /** @param url `http[s]://<user>:<password>@<host>:<port>/<database>` */
  constructor(private readonly url: string) {}

  async query<T>(sql: string, parameters: Record<string, unknown> = {}): Promise<T[]> {
    return answered(async () => {
      const result = await this.client.query({
        query: sql,
        query_params: parameters,
        format: 'JSONEachRow',
        abort_signal: AbortSignal.timeout(ANSWER_MS),
      });
      return result.json<T>();
    });
  }

  /** Resolves when the statement has taken effect. */
  async command(sql: string, parameters: Record<string, unknown> = {}): Promise<void> {
    await answered(() =>
      this.client.command({
        query: sql,
        query_params: parameters,
        clickhouse_settings: { lightweight_deletes_sync: '2', alter_sync: '0', mutations_sync: '0' },
      }),
    );
  }

  /**
   * Inserts rows, all or none. Rows with the token of an earlier insert are left out.
   * @throws Error that is not DatabaseUnavailable if the rows are refused
   */
  async insert(table: string, rows: readonly object[], token: string): Promise<void> {
    await answered(() =>
      this.client.insert({
        table,
        values: [...rows],
        format: 'JSONEachRow',
        // An asynchronous insert would be answered before it is written, and ignores the token.
        clickhouse_settings: { async_insert: 0, insert_deduplicate: 1, insert_deduplication_token: token },
        abort_signal: AbortSignal.timeout(ANSWER_MS),
      }),
    );
  }

  /** Asks whether it answers and knows the user. */
  async ping(): Promise<void> {
    await answered(async () => {
      const answer = await this.client.ping({ select: true });
      if (!answer.success) throw answer.error;
    });
  }

  async close(): Promise<void> {
    await this.#client?.close();
  }

  private get client(): ClickHouseClient {
    const { createClient, ClickHouseLogLevel } = clickhouse();
    this.#client ??= createClient({
      url: this.url,
      application: 'service',
      compression: { request: true, response: true },
      request_timeout: COMMAND_MS,
      log: { level: ClickHouseLogLevel.OFF },
    });
    return this.#client;
  }
}

async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof clickhouse().ClickHouseError)) throw new DatabaseUnavailable(error);
    const said = new Error(`ClickHouse answered ${error.code} ${error.type ?? ''}`.trim());
    throw FAULT_OF_ROWS.has(error.code) ? said : new DatabaseUnavailable(said);
  }
}
