import { Injectable } from '@nestjs/common';
import { Database, many, type TenantId } from '#libs/core/persistence';
import { type OpenRow, RowOpener } from '#libs/privacy/data-rights';
import { SecretBox } from '#libs/core/secrets';
import { ReplayKey, type ReplaySession } from '#libs/sites/replay';
import { FIND_KEYS } from './replay.sql.js';

type OwnKey = Pick<ReplaySession, 'tenantId' | 'id' | 'sealedKey'>;

/** Opens the events of recordings, which the keys of their sessions seal. */
@Injectable()
export class ReplayRows extends RowOpener {
  override readonly tables: ReadonlySet<string> = new Set(['replay_chunk']);

  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  /** The chunk of a recording that was erased meanwhile is exported without its events. @throws BrokenSeal */
  override async open(tenantId: TenantId, _table: string, rows: readonly OpenRow[]): Promise<OpenRow[]> {
    const ids = [...new Set(rows.map((row) => String(row['replay_id'])))];
    const keys = await this.database.tenant(tenantId, (tx) => many<OwnKey>(tx, FIND_KEYS, [tenantId, ids]));
    const known = new Map(keys.map((key) => [key.id, ReplayKey.of(this.secrets, key)]));
    return Promise.all(rows.map((row) => opened(row, known.get(String(row['replay_id'])))));
  }
}

async function opened(row: OpenRow, key: ReplayKey | undefined): Promise<OpenRow> {
  const content = Buffer.from(String(row['content']), 'base64');
  const json = key && (await key.openContent({ content }));
  return { ...row, content: json ? (JSON.parse(json.toString()) as object[]) : null };
}
