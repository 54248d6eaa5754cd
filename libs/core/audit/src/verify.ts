import pg from 'pg';
import { many, maybe } from '#libs/core/persistence';
import { hashOf, type ChainedRow } from './canonical.js';
import type { AuditChain } from './audit-chain.entity.js';
import { CHAINS, NO_HASH } from './schema.js';
import { CHAIN_BATCH, CHAIN_HEAD, CHAINED_ROWS, STRAY_ENTRIES } from './verify.sql.js';

/** Head of a chain at its verification. */
export type ChainHead = AuditChain;

export interface AuditFault {
  chain: number;
  /** In the chain, from 1. */
  position: number;
  /** Null if no entry has the position. */
  id: string | null;
  /**
   * `altered`: the entry's content does not match its hash. `missing`: no entry has this position. `replaced`: the entry
   * does not follow the one before it, or is not the one that the earlier verdict names. `chain`: the recorded end of
   * the chain is gone, or is before its last entry. `stray`: the entry is in no chain, or before its start.
   */
  kind: 'altered' | 'missing' | 'replaced' | 'chain' | 'stray';
}

export interface AuditVerdict {
  entries: number;
  faults: AuditFault[];
  /** Ends of all chains, to be stored outside the database and given to a later verification. */
  heads: ChainHead[];
}

/**
 * Verifies the whole log of a database, as its system role. Given the `heads` of an earlier verdict it also finds
 * entries cut off the end of a chain, and a chain rewritten together with its recorded end.
 */
export async function verifyAudit(systemUrl: string, earlier: readonly ChainHead[] = []): Promise<AuditVerdict> {
  const client = new pg.Client({ connectionString: systemUrl });
  // A lost connection rejects the query; without a listener it would end the process, too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const verdict: AuditVerdict = { entries: 0, faults: [], heads: [] };
    for (let chain = 0; chain < CHAINS; chain += 1) {
      const expected = earlier.find((head) => head.chain === chain);
      await inSnapshot(client, () => verifyChain(client, chain, expected, verdict));
    }
    verdict.faults.push(...(await many<AuditFault>(client, STRAY_ENTRIES)));
    return verdict;
  } finally {
    await client.end();
  }
}

/** A chain and its recorded end come from one snapshot, so that entries recorded meanwhile are in both or in neither. */
async function inSnapshot(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await work();
  await client.query('commit');
}

async function verifyChain(
  client: pg.Client,
  chain: number,
  earlier: ChainHead | undefined,
  verdict: AuditVerdict,
): Promise<void> {
  const head = await maybe<ChainHead>(client, CHAIN_HEAD, [chain]);
  if (!head) verdict.faults.push({ chain, position: 0, id: null, kind: 'chain' });
  const walk = new ChainWalk(chain, earlier, verdict.faults);
  for await (const row of rowsOf(client, chain)) walk.step(row);
  walk.end(head ?? { chain, entries: walk.position, hash: walk.hash });
  verdict.entries += walk.seen;
  verdict.heads.push({ chain, entries: walk.position, hash: walk.hash });
}

async function* rowsOf(client: pg.Client, chain: number): AsyncGenerator<ChainedRow> {
  for (let last: string = '0'; ;) {
    const rows = await many<ChainedRow>(client, CHAINED_ROWS, [chain, last]);
    yield* rows;
    if (rows.length < CHAIN_BATCH) return;
    last = rows.at(-1)?.position ?? last;
  }
}

/** Reads a chain from its start and records the faults. */
class ChainWalk {
  position = 0;
  hash: string = NO_HASH;
  seen = 0;

  constructor(
    private readonly chain: number,
    private readonly earlier: ChainHead | undefined,
    private readonly faults: AuditFault[],
  ) {}

  step(row: ChainedRow): void {
    const position = Number(row.position);
    this.addGap(position);
    const follows = position === this.position + 1 ? row.previous_hash === this.hash : true;
    if (hashOf(row) !== row.hash) this.addFault(position, row.id, 'altered');
    else if (!follows) this.addFault(position, row.id, 'replaced');
    else if (this.differsFromEarlier(position, row.hash)) this.addFault(position, row.id, 'replaced');
    this.position = position;
    this.hash = row.hash;
    this.seen += 1;
  }

  end(head: ChainHead): void {
    this.addGap(Math.max(head.entries, this.earlier?.entries ?? 0) + 1);
    if (this.position > head.entries) this.addFault(this.position, null, 'chain');
    else if (this.position === head.entries && this.hash !== head.hash) this.addFault(this.position, null, 'replaced');
  }

  /** Records the ends of a gap only, which may be long. */
  private addGap(next: number): void {
    const first = this.position + 1;
    if (next <= first) return;
    this.addFault(first, null, 'missing');
    if (next - 1 > first) this.addFault(next - 1, null, 'missing');
  }

  private differsFromEarlier(position: number, hash: string): boolean {
    return this.earlier?.entries === position && this.earlier.hash !== hash;
  }

  private addFault(position: number, id: string | null, kind: AuditFault['kind']): void {
    this.faults.push({ chain: this.chain, position, id, kind });
  }
}
