import pg from 'pg';
import { CHAINED_COLUMNS, hashOf, type ChainedRow } from './canonical.js';
import { CHAINS, NO_HASH } from './schema.js';

/** Where a chain ended at some moment. */
export interface ChainHead {
  chain: number;
  entries: number;
  hash: string;
}

export interface AuditFault {
  chain: number;
  /** Place in the chain, from 1. */
  position: number;
  /** The entry that is there, if one is. */
  id: string | null;
  /**
   * `altered`: the entry does not hash to what it says of itself. `missing`: nothing is at this place. `replaced`: the
   * entry does not follow the one before it, or is not the one that an earlier verification saw. `chain`: what the
   * log knows of a chain is gone, or says less than is there. `stray`: the entry is where the log puts none.
   */
  kind: 'altered' | 'missing' | 'replaced' | 'chain' | 'stray';
}

export interface AuditVerdict {
  entries: number;
  faults: AuditFault[];
  /** Ends of all chains, to be kept out of the database's reach and given to a later verification. */
  heads: ChainHead[];
}

const BATCH = 2_000;
/** As many are named as a verdict can do with. */
const MOST_STRAYS = 1_000;

/**
 * Reads the whole log of a database as its system role and says what is wrong with it. `earlier` are the ends that a
 * verification before gave: with them it shows, too, when entries were cut off the end of a chain, or a chain was
 * written anew, together with all that the database knows of it.
 */
export async function verifyAudit(systemUrl: string, earlier: readonly ChainHead[] = []): Promise<AuditVerdict> {
  const client = new pg.Client({ connectionString: systemUrl });
  await client.connect();
  try {
    const verdict: AuditVerdict = { entries: 0, faults: [], heads: [] };
    for (let chain = 0; chain < CHAINS; chain += 1) {
      const expected = earlier.find((head) => head.chain === chain);
      await inSnapshot(client, () => verifyChain(client, chain, expected, verdict));
    }
    verdict.faults.push(...(await strayEntries(client)));
    return verdict;
  } finally {
    await client.end();
  }
}

/** Entries that come meanwhile are seen in the chain and in its end, or in neither. */
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
  const head = await headOf(client, chain);
  if (!head) verdict.faults.push({ chain, position: 0, id: null, kind: 'chain' });
  const walk = new ChainWalk(chain, earlier, verdict.faults);
  for await (const row of rowsOf(client, chain)) walk.step(row);
  walk.end(head ?? { chain, entries: walk.position, hash: walk.hash });
  verdict.entries += walk.seen;
  verdict.heads.push({ chain, entries: walk.position, hash: walk.hash });
}

async function headOf(client: pg.Client, chain: number): Promise<ChainHead | undefined> {
  const { rows } = await client.query<{ entries: string; hash: string }>(
    'select entries, hash from audit_chain where chain = $1',
    [chain],
  );
  const [row] = rows;
  return row && { chain, entries: Number(row.entries), hash: row.hash };
}

async function* rowsOf(client: pg.Client, chain: number): AsyncGenerator<ChainedRow> {
  for (let last: string = '0'; ;) {
    const { rows } = await client.query<ChainedRow>(
      `select ${CHAINED_COLUMNS} from audit_entry where chain = $1 and audit_entry.position > $2
        order by audit_entry.position limit ${BATCH}`,
      [chain, last],
    );
    yield* rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.position ?? last;
  }
}

/** Entries that are in no chain, or before its beginning: a search finds them, and no walk along a chain does. */
async function strayEntries(client: pg.Client): Promise<AuditFault[]> {
  const { rows } = await client.query<{ chain: number; position: string; id: string }>(
    `select chain, position, id from audit_entry
      where chain < 0 or chain >= ${CHAINS} or position < 1 order by id limit ${MOST_STRAYS}`,
  );
  return rows.map(({ chain, position, id }) => ({ chain, position: Number(position), id, kind: 'stray' }));
}

/** Goes along a chain from its beginning, and notes what does not fit. */
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
    this.noteGap(position);
    const follows = position === this.position + 1 ? row.previous_hash === this.hash : true;
    if (hashOf(row) !== row.hash) this.note(position, row.id, 'altered');
    else if (!follows) this.note(position, row.id, 'replaced');
    else if (this.differsFromEarlier(position, row.hash)) this.note(position, row.id, 'replaced');
    this.position = position;
    this.hash = row.hash;
    this.seen += 1;
  }

  end(head: ChainHead): void {
    this.noteGap(Math.max(head.entries, this.earlier?.entries ?? 0) + 1);
    if (this.position > head.entries) this.note(this.position, null, 'chain');
    else if (this.position === head.entries && this.hash !== head.hash) this.note(this.position, null, 'replaced');
  }

  /** Only the ends of a gap are named: it may be a long one. */
  private noteGap(next: number): void {
    const first = this.position + 1;
    if (next <= first) return;
    this.note(first, null, 'missing');
    if (next - 1 > first) this.note(next - 1, null, 'missing');
  }

  private differsFromEarlier(position: number, hash: string): boolean {
    return this.earlier?.entries === position && this.earlier.hash !== hash;
  }

  private note(position: number, id: string | null, kind: AuditFault['kind']): void {
    this.faults.push({ chain: this.chain, position, id, kind });
  }
}
