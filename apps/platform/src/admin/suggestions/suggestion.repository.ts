import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { lock, SYSTEM_DATA_SOURCE } from '#libs/persistence';
import type { Finding, Suggestion } from './suggestion.js';

const COLUMNS = `id, kind, value, signal, evidence, status, created_at as "createdAt", updated_at as "updatedAt"`;

/** For how long a dismissed suggestion does not come back. */
const QUIET = '30 days';
const KEPT = '400 days';

/** The rows of suggestions. */
@Injectable()
export class SuggestionRepository {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  async transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.system.transaction(work);
  }

  /**
   * Makes the open suggestions those of the findings: new ones are added, known ones told anew, and what the signals do
   * not show any more is withdrawn. What was dismissed stays so until its time is over.
   */
  async replaceOpen(tx: EntityManager, findings: readonly Finding[]): Promise<void> {
    await lock(tx, 'suggestions');
    const rows = await tx.query<{ id: string }[]>(
      `insert into block_suggestion as known (id, kind, value, signal, evidence)
       select gen_random_uuid(), kind, value, signal, evidence
       from jsonb_to_recordset($1::jsonb) as found (kind text, value text, signal text, evidence jsonb)
       order by kind, value, signal
       on conflict on constraint block_suggestion__value__uq do update
         set evidence = excluded.evidence, updated_at = now(),
             created_at = case when known.status = 'open' then known.created_at else now() end,
             status = 'open', decided_by = null, quiet_until = null
         where known.status <> 'dismissed' or known.quiet_until <= now()
       returning id`,
      [JSON.stringify(findings)],
    );
    await tx.query(`delete from block_suggestion where status = 'open' and not id = any($1::uuid[])`, [
      rows.map(({ id }) => id),
    ]);
    await tx.query(
      `delete from block_suggestion
       where status = 'dismissed' and quiet_until < now() or status = 'applied' and updated_at < now() - interval '${KEPT}'`,
    );
  }

  async open(): Promise<Suggestion[]> {
    return this.system.query<Suggestion[]>(
      `select ${COLUMNS} from block_suggestion where status = 'open' order by created_at desc, id`,
    );
  }

  async find(id: string): Promise<Suggestion | undefined> {
    const [row] = await this.system.query<Suggestion[]>(`select ${COLUMNS} from block_suggestion where id = $1`, [id]);
    return row;
  }

  /** Decides on an open suggestion; undefined when somebody else has, or it was withdrawn. */
  async decide(
    tx: EntityManager,
    id: string,
    status: 'applied' | 'dismissed',
    decidedBy: string,
  ): Promise<Suggestion | undefined> {
    const [rows] = await tx.query<[Suggestion[], number]>(
      `update block_suggestion set status = $2, decided_by = $3, updated_at = now(),
              quiet_until = case when $2 = 'dismissed' then now() + interval '${QUIET}' end
       where id = $1 and status = 'open' returning ${COLUMNS}`,
      [id, status, decidedBy],
    );
    return rows[0];
  }
}
