import pg from 'pg';
import type { TenantId } from '#libs/core/persistence';
import type { TenantCipher } from '../../apps/crm/src/keys/tenant-cipher.js';
import { compileCriteria } from '../../apps/crm/src/criteria/contact-criteria.js';
import { SET_ALL_LIMITS } from '../../apps/crm/src/criteria/criteria-statement.sql.js';
import type { CriteriaContext } from '../../apps/crm/src/criteria/criterion-fields.js';
import { dayIn } from '../../apps/crm/src/criteria/day-in.js';
import { type GivenCriteria, parseCriteria } from '../../apps/crm/src/criteria/parse-criteria.js';
import type { Crm } from '../support/crm.js';
import { quantile } from '../support/statistics.js';

const TIME_ZONE = 'America/Sao_Paulo';

/** The limit beside `segments`: the statement of a count by itself, with the app's role. */
export class CriteriaStatements {
  private constructor(
    private readonly client: pg.Client,
    private readonly tenantId: TenantId,
    private readonly context: CriteriaContext,
  ) {}

  static async connect(crm: Crm, tenantId: TenantId, cipher: TenantCipher): Promise<CriteriaStatements> {
    const client = new pg.Client({ connectionString: crm.appUrl });
    await client.connect();
    await client.query(`select set_config('app.tenants', $1, false)`, [tenantId]);
    const today = dayIn(TIME_ZONE, new Date());
    return new CriteriaStatements(client, tenantId, {
      country: 'BR',
      timeZone: TIME_ZONE,
      today,
      customFields: [],
      cipher,
    });
  }

  /** How many contacts meet the criteria, and the median in milliseconds of counting them so often. */
  async count(given: GivenCriteria, times: number): Promise<{ reach: number; p50: number }> {
    const criteria = parseCriteria(this.context, given, '');
    const { sql, condition } = compileCriteria(this.context, this.tenantId, criteria, { kind: 'all' });
    const taken: number[] = [];
    let reach = -1;
    for (let n = 0; n < times; n += 1) {
      const start = performance.now();
      await this.client.query('begin');
      await this.client.query(SET_ALL_LIMITS, ['60000']);
      const { rows } = await this.client.query<{ count: number }>(
        sql.text('count(*)::int as count', condition),
        sql.values,
      );
      await this.client.query('commit');
      taken.push(performance.now() - start);
      reach = rows[0]!.count;
    }
    return { reach, p50: quantile(taken) };
  }

  async stop(): Promise<void> {
    await this.client.end();
  }
}
