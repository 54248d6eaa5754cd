import { Inject, Injectable } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Block } from '#libs/admission';
import { nextPosition, SYSTEM_DATA_SOURCE } from '#libs/persistence';
import { escapeLike } from '../../messages/message-history.sql.js';
import type { BlockEntry, BlockFilter, NewBlock } from './block-entry.js';

const COLUMNS = `id, position::float8 as position, kind, value, reason, created_by as "createdBy", created_at as "createdAt"`;

/** The rows of the blocklist. */
@Injectable()
export class BlockEntryRepository {
  constructor(@Inject(SYSTEM_DATA_SOURCE) private readonly system: DataSource) {}

  /** Adds an entry; undefined when there is one of the kind and value. */
  async add(tx: EntityManager, block: NewBlock): Promise<BlockEntry | undefined> {
    const [row] = await tx.query<BlockEntry[]>(
      `insert into block_entry (id, position, kind, value, reason, created_by) values ($1, $2, $3, $4, $5, $6)
       on conflict on constraint block_entry__value__uq do nothing returning ${COLUMNS}`,
      [uuidv7(), nextPosition(), block.kind, block.value, block.reason, block.createdBy],
    );
    return row;
  }

  async of(tx: EntityManager, { kind, value }: Block): Promise<BlockEntry | undefined> {
    const [row] = await tx.query<BlockEntry[]>(`select ${COLUMNS} from block_entry where kind = $1 and value = $2`, [
      kind,
      value,
    ]);
    return row;
  }

  /** Removes an entry and gives it; undefined when there is none, any more. */
  async remove(tx: EntityManager, id: string): Promise<BlockEntry | undefined> {
    const [rows] = await tx.query<[BlockEntry[], number]>(
      `delete from block_entry where id = $1 returning ${COLUMNS}`,
      [id],
    );
    return rows[0];
  }

  async count(tx: EntityManager): Promise<number> {
    const [row] = await tx.query<{ count: number }[]>(`select count(*)::int as count from block_entry`);
    return row?.count ?? 0;
  }

  async find(id: string): Promise<BlockEntry | undefined> {
    const [row] = await this.system.query<BlockEntry[]>(`select ${COLUMNS} from block_entry where id = $1`, [id]);
    return row;
  }

  /** Entries before a position, newest first. */
  async list({ kind, text }: BlockFilter, before: number | undefined, limit: number): Promise<BlockEntry[]> {
    return this.system.query<BlockEntry[]>(
      `select ${COLUMNS} from block_entry
       where ($1::text is null or kind = $1) and ($2::text is null or value like $2)
         and ($3::bigint is null or block_entry.position < $3)
       order by block_entry.position desc limit $4`,
      [kind ?? null, text ? `%${escapeLike(text.toLowerCase())}%` : null, before || null, limit],
    );
  }
}
