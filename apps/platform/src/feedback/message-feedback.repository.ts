import { Injectable } from '@nestjs/common';
import { Like, type EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { FeedbackType } from './feedback-recorder.js';
import { MessageFeedback } from './message-feedback.entity.js';

@Injectable()
export class MessageFeedbackRepository {
  /** Inserts feedback of one message; returns the keys that were not there. */
  async insert(tx: EntityManager, feedback: Omit<MessageFeedback, 'createdAt'>[]): Promise<Set<string>> {
    const insert = tx.createQueryBuilder().insert().into(MessageFeedback).values(feedback);
    const { raw } = await insert.orIgnore().returning('key').execute();
    return new Set((raw as { key: string }[]).map(({ key }) => key));
  }

  /** Whether feedback of a type was recorded of a message. */
  async hasType(tx: EntityManager, tenantId: TenantId, messageId: string, type: FeedbackType): Promise<boolean> {
    return tx.existsBy(MessageFeedback, { tenantId, messageId, key: Like(`${type}:%`) });
  }
}
