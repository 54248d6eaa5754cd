import { Injectable } from '@nestjs/common';
import { Like, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Block, BlockKind } from '#libs/messaging/admission';
import {
  escapeLike,
  listPositionPage,
  nextPosition,
  returned,
  type Page,
  type PageRequest,
} from '#libs/core/persistence';
import { BlockEntry } from './block-entry.entity.js';

export type NewBlock = Pick<BlockEntry, 'kind' | 'value' | 'reason' | 'createdBy'>;

export interface BlockFilter {
  kind?: BlockKind;
  /** A part of the value. */
  text?: string;
}

@Injectable()
export class BlockEntryRepository {
  /** Returns undefined if the value is blocked already. */
  async insert(tx: EntityManager, block: NewBlock): Promise<BlockEntry | undefined> {
    const values = { ...block, id: uuidv7(), position: nextPosition() };
    const insert = tx.createQueryBuilder().insert().into(BlockEntry).values(values).orIgnore().returning('*');
    return returned(tx, BlockEntry, await insert.execute())[0];
  }

  async find(tx: EntityManager, id: string): Promise<BlockEntry | null> {
    return tx.findOneBy(BlockEntry, { id });
  }

  async findByValue(tx: EntityManager, { kind, value }: Block): Promise<BlockEntry | null> {
    return tx.findOneBy(BlockEntry, { kind, value });
  }

  /** Returns the deleted entry; undefined if another transaction deleted it first. */
  async delete(tx: EntityManager, id: string): Promise<BlockEntry | undefined> {
    const statement = tx.createQueryBuilder().delete().from(BlockEntry).where({ id }).returning('*');
    return returned(tx, BlockEntry, await statement.execute())[0];
  }

  async count(tx: EntityManager): Promise<number> {
    return tx.count(BlockEntry);
  }

  /** Newest first. */
  async listPage(tx: EntityManager, { kind, text }: BlockFilter, page: PageRequest): Promise<Page<BlockEntry>> {
    const where = {
      ...(kind && { kind }),
      ...(text && { value: Like(`%${escapeLike(text.toLowerCase())}%`) }),
    };
    return listPositionPage(tx.createQueryBuilder(BlockEntry, 'entry').where(where), page);
  }
}
