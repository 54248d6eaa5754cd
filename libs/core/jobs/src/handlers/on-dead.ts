import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { JobKind } from '../jobs.js';

/** A job that has become a dead letter. */
export interface DeadJob {
  id: string;
  tenantId: TenantId;
  kind: string;
  payload: Record<string, unknown>;
}

type Recorder = (tx: EntityManager, job: DeadJob) => Promise<void>;

export const ON_DEAD = Symbol('on-dead');

/**
 * Names the kinds of jobs for whose end a user waits: an import, an export, a campaign. When such a job becomes a dead letter, because
 * its handler failed too often or its workers were lost, the method records that it has failed, in a transaction of the tenant in
 * which no operator can retry the job.
 */
export const OnDead =
  (...kinds: JobKind[]) =>
  <Method extends Recorder>(target: object, name: string | symbol, method: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(ON_DEAD, kinds)(target, name, method);
  };
