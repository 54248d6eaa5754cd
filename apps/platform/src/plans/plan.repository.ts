import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lock, nextPosition, one, returned, type SqlExecutor } from '#libs/core/persistence';
import type { PlanLimits } from './plan.js';
import { Plan } from './plan.entity.js';
import { PLANS_VERSION } from './plan.sql.js';

@Injectable()
export class PlanRepository {
  /** Another text after every change of a plan. */
  async version(tx: SqlExecutor): Promise<string> {
    return (await one<{ version: string }>(tx, PLANS_VERSION)).version;
  }

  /** Oldest first. */
  async list(tx: EntityManager): Promise<Plan[]> {
    return tx.find(Plan, { order: { position: 'ASC' } });
  }

  async find(tx: EntityManager, name: string): Promise<Plan | null> {
    return tx.findOneBy(Plan, { name });
  }

  async lockForUpdate(tx: EntityManager, name: string): Promise<Plan | null> {
    return tx.findOne(Plan, { where: { name }, lock: { mode: 'pessimistic_write' } });
  }

  /** How many plans there are. Other inserts wait until the transaction ends. */
  async countForInsert(tx: EntityManager): Promise<number> {
    await lock(tx, 'plan creation');
    return tx.count(Plan);
  }

  /** Returns undefined if there is a plan of that name. */
  async insert(tx: EntityManager, name: string, limits: PlanLimits): Promise<Plan | undefined> {
    const values = { ...limits, name, position: nextPosition() };
    const insert = tx.createQueryBuilder().insert().into(Plan).values(values).orIgnore().returning('*');
    return returned(tx, Plan, await insert.execute())[0];
  }

  /** Returns undefined if there is no such plan. */
  async update(tx: EntityManager, name: string, limits: PlanLimits): Promise<Plan | undefined> {
    const change = { ...limits, updatedAt: () => 'now()' };
    return returned(tx, Plan, await tx.getRepository(Plan).update({ name }, change, { returning: '*' }))[0];
  }
}
