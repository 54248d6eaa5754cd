import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { JOBS_OPTIONS, type JobsOptions } from './jobs-options.js';

/** What travels through Bull: names of outbox rows, never their content. */
export interface QueuedChunk {
  tenantId: string;
  ids: string[];
}

/** The app's Bull queues, one for each kind of job. */
@Injectable()
export class Queues {
  constructor(
    private readonly modules: ModuleRef,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  of(kind: string): Queue<QueuedChunk> {
    return this.modules.get<Queue<QueuedChunk>>(getQueueToken(queueName(this.options.app, kind)), { strict: false });
  }
}

export function queueName(app: string, kind: string): string {
  return `${app}.${kind}`;
}
